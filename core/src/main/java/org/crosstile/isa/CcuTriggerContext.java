package org.crosstile.isa;

/**
 * What a rank rings the CCU with.
 *
 * @param ckeSlot the slot that the collective is registered with
 * @param mask the gate mask that it is registered with
 * @param selfIdx the index of the calling rank in the group
 * @param inputSource where the CCU finds this rank's input
 */
public record CcuTriggerContext(long ckeSlot, int mask, int selfIdx, CcuInputSource inputSource) {}

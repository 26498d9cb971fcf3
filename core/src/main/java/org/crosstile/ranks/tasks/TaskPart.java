package org.crosstile.ranks.tasks;

/**
 * What one core does of a task.
 *
 * @param block which of the task's cores it is
 */
public record TaskPart(KernelTask task, int block) {}

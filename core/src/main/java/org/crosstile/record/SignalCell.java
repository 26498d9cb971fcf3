package org.crosstile.record;

import java.util.List;

/**
 * One signal cell of one rank.
 *
 * @param window name of the window allocation that holds the cell
 * @param device whose memory it is
 * @param rank the rank of {@code device} in the window's domain
 * @param offset byte offset in the rank's region; with {@code device} it identifies the cell
 * @param index the cell's indices in the view through which it was reached
 */
public record SignalCell(String window, int device, int rank, long offset, List<Long> index) {
    public SignalCell {
        index = List.copyOf(index);
    }

    /** As messages name it, without the rank: {@code sig[0, 0]}. */
    public String name() {
        StringBuilder text = new StringBuilder(window).append('[');
        for (int i = 0; i < index.size(); i++) {
            text.append(i == 0 ? "" : ", ").append(index.get(i));
        }
        return text.append(']').toString();
    }
}

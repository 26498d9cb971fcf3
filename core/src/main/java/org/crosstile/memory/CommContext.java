package org.crosstile.memory;

import java.util.Optional;

/**
 * A rank's position in a comm domain.
 *
 * @param window on the host, the allocation whose domain is meant: the position is not known before
 *     a launch chooses a device
 */
public record CommContext(int rank, int nranks, Optional<WindowBuffer> window) {
    public CommContext(int rank, int nranks) {
        this(rank, nranks, Optional.empty());
    }

    /** The context of a window wherever it will be used. */
    public static CommContext anywhere(WindowBuffer window) {
        return new CommContext(-1, window.domain().size(), Optional.of(window));
    }

    /** This context on a device. */
    public CommContext on(int device) {
        return window.map(WindowBuffer::domain)
                .map(domain -> new CommContext(domain.rankOf(device), domain.size()))
                .orElse(this);
    }
}

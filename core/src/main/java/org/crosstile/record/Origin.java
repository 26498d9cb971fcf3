package org.crosstile.record;

import java.util.Optional;
import org.crosstile.memory.WindowBuffer;

/** Where a value comes from that nobody has written. */
public sealed interface Origin {
    /** A tile that was made and not filled. */
    record Tile(int agent, int site) implements Origin {}

    /**
     * Bytes of a window.
     *
     * @param device in whose memory
     * @param offset of the first one in the region
     */
    record Window(int agent, int site, int device, WindowBuffer window, long offset, long bytes)
            implements Origin {}

    /**
     * Bytes of an output, or of a tensor that the program makes.
     *
     * @param name of the output
     * @param made where the tensor was made; -1 for an output
     * @param offset of the first one in the tensor's memory
     */
    record Tensor(int agent, int site, Optional<String> name, int made, long offset, long bytes)
            implements Origin {}

    /** Who read it, or made the tile. */
    int agent();

    /** The call that read it, or made the tile. */
    int site();

    /**
     * That something comes of it.
     *
     * @param agent who does so
     * @param site the call
     * @param adds whether something is added to it in place
     */
    record Use(Origin origin, int agent, int site, boolean adds) {}
}

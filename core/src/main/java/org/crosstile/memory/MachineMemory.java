package org.crosstile.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Refuses memory that this machine does not have. New memory is filled at once, so that asking for
 * too much would not fail but make the machine swap, or end this process and others.
 */
public final class MachineMemory {
    /** Most bytes that one request may ask for; absent: what the machine has available. */
    public static final String LIMIT = "crosstile.memory.limit";

    /** Requests up to here are not worth a look. */
    private static final long SMALL = 1L << 26;

    private static final Path STATE = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private MachineMemory() {}

    /**
     * Throws unless so many more bytes are available.
     *
     * @throws OutOfMemoryError if they are not
     */
    public static void require(long bytes) {
        if (bytes <= SMALL) {
            return;
        }
        long most = Long.getLong(LIMIT, Long.MAX_VALUE);
        most = Math.min(most, available());
        if (bytes > most) {
            throw new OutOfMemoryError(
                    "%d MiB are asked for, and %d MiB are available"
                            .formatted(bytes >> 20, most >> 20));
        }
    }

    /** What the operating system could still give; everything, where it does not say. */
    private static long available() {
        try {
            return available(Files.readAllLines(STATE));
        } catch (IOException e) {
            return Long.MAX_VALUE;
        }
    }

    /** The bytes that lines as of {@code /proc/meminfo} say are available. */
    static long available(List<String> lines) {
        for (String line : lines) {
            if (line.startsWith(AVAILABLE)) {
                String kib = line.substring(AVAILABLE.length()).replace("kB", "").strip();
                return Long.parseLong(kib) << 10;
            }
        }
        return Long.MAX_VALUE;
    }
}

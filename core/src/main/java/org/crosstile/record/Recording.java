package org.crosstile.record;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * The rings of events of all ranks in a file. The file is mapped into memory, and the ranks write
 * right into it: when the process is killed, everything up to its last step is there.
 *
 * <pre>
 *     0 +-----------------------------------------------------------+
 *       | magic, version, ranks, size of a ring, bytes of the names |  six ints, little endian,
 *       | CRC-32 of the names                                       |
 *    24 | length and 32 bytes of text: how the run ended            |
 *    64 +-----------------------------------------------------------+
 *       | names: program, call sites, windows                       |
 *       +-----------------------------------------------------------+  a multiple of 4096
 *       | ring of rank 0                                            |  as {@link EventRing} draws it
 *       | ring of rank 1 ...                                        |
 *       +-----------------------------------------------------------+
 * </pre>
 */
public final class Recording implements AutoCloseable {
    static final int MAGIC = 0x43545245;
    static final int VERSION = 2;
    static final int ENDING = 24;
    static final int ENDING_BYTES = 32;
    static final int NAMES = 64;
    static final ValueLayout.OfInt INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int PAGE = 4096;

    private final Path path;
    private final String program;
    private final List<RecordedSite> sites;
    private final Arena arena = Arena.ofShared();
    private @Nullable MemorySegment memory;
    private long rings;

    private Recording(Path path, String program, List<RecordedSite> sites) {
        this.path = path;
        this.program = program;
        this.sites = List.copyOf(sites);
    }

    /**
     * Creates the file, or empties it.
     *
     * @throws IOException if that is not possible
     */
    public static Recording create(Path path, String program, List<RecordedSite> sites)
            throws IOException {
        FileChannel.open(
                        path,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING)
                .close();
        return new Recording(path, program, sites);
    }

    /** Where the rings begin behind so many bytes of names. */
    static long ringsAt(long names) {
        return Math.ceilDiv(NAMES + names, (long) PAGE) * PAGE;
    }

    /**
     * Writes everything but the events, once it is known.
     *
     * @throws IOException if there is no room
     */
    public void begin(List<RecordedWindow> windows, int ranks) throws IOException {
        byte[] names = names(windows);
        CRC32 crc = new CRC32();
        crc.update(names);
        rings = ringsAt(names.length);
        long size = rings + (long) ranks * EventRing.BYTES;
        MemorySegment file;
        try (FileChannel channel =
                FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            file = channel.map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
        }
        int[] head = {MAGIC, VERSION, ranks, EventRing.BYTES, names.length, (int) crc.getValue()};
        for (int i = 0; i < head.length; i++) {
            file.set(INT, 4L * i, head[i]);
        }
        MemorySegment.copy(names, 0, file, ValueLayout.JAVA_BYTE, NAMES, names.length);
        memory = file;
    }

    private byte[] names(List<RecordedWindow> windows) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            text(out, program);
            out.writeInt(sites.size());
            for (RecordedSite site : sites) {
                text(out, site.file());
                out.writeInt(site.line());
                text(out, site.op());
                text(out, site.via());
                text(out, site.text());
            }
            out.writeInt(windows.size());
            for (RecordedWindow window : windows) {
                text(out, window.name());
                out.writeLong(window.offset());
                out.writeLong(window.bytes());
            }
        }
        return bytes.toByteArray();
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** The memory of a rank's ring; after {@link #begin}. */
    public MemorySegment ring(int device) {
        if (memory == null) {
            throw new IllegalStateException("the recording has not begun");
        }
        return memory.asSlice(rings + (long) device * EventRing.BYTES, EventRing.BYTES);
    }

    /** Notes how the run ended. Nothing happens if it has not begun. */
    public void end(String how) {
        if (memory != null) {
            byte[] text = how.getBytes(StandardCharsets.UTF_8);
            int length = Math.min(text.length, ENDING_BYTES);
            MemorySegment.copy(text, 0, memory, ValueLayout.JAVA_BYTE, ENDING + 4, length);
            memory.set(INT, ENDING, length);
        }
    }

    /** Unmaps the file; no rank may write any more. */
    @Override
    public void close() {
        arena.close();
    }
}

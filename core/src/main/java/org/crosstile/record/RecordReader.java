package org.crosstile.record;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/** Reads what {@link Recording} has written, also while the run goes on. */
public final class RecordReader {
    private RecordReader() {}

    /** A file is no record, or not all of one. */
    public static final class DamagedException extends Exception {
        private static final long serialVersionUID = 1L;

        /**
         * @param message what is wrong with the file
         */
        DamagedException(String message) {
            super(message);
        }
    }

    /**
     * Reads a record.
     *
     * @throws IOException if the file cannot be read at all
     * @throws DamagedException if it holds something else
     */
    public static Recorded read(Path path) throws IOException, DamagedException {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < Recording.NAMES) {
                throw new DamagedException("it has " + size + " bytes, which no record has");
            }
            return read(channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena));
        }
    }

    private static Recorded read(MemorySegment file) throws DamagedException {
        int[] head = new int[6];
        for (int i = 0; i < head.length; i++) {
            head[i] = file.get(Recording.INT, 4L * i);
        }
        if (head[0] != Recording.MAGIC) {
            throw new DamagedException("it does not begin as a record does");
        }
        if (head[1] != Recording.VERSION || head[3] != EventRing.BYTES) {
            throw new DamagedException(
                    "it is of version " + head[1] + ", which this one cannot read");
        }
        int ranks = head[2];
        int names = head[4];
        if (ranks < 1 || names < 0) {
            throw new DamagedException("it tells of " + ranks + " ranks");
        }
        long needed = Recording.ringsAt(names) + (long) ranks * EventRing.BYTES;
        if (file.byteSize() < needed) {
            throw new DamagedException(
                    "it has " + file.byteSize() + " of " + needed + " bytes: its end is missing");
        }
        byte[] bytes = file.asSlice(Recording.NAMES, names).toArray(ValueLayout.JAVA_BYTE);
        CRC32 crc = new CRC32();
        crc.update(bytes);
        if ((int) crc.getValue() != head[5]) {
            throw new DamagedException("its names are damaged: the check sum differs");
        }
        List<Recorded.Ring> rings = new ArrayList<>();
        for (int device = 0; device < ranks; device++) {
            long at = Recording.ringsAt(names) + (long) device * EventRing.BYTES;
            EventRing ring = new EventRing(file.asSlice(at, EventRing.BYTES), 0);
            if (ring.count() < 0) {
                throw new DamagedException("the events of rank " + device + " are damaged");
            }
            rings.add(new Recorded.Ring(ring.count(), ring.kept()));
        }
        return named(bytes, ending(file), rings);
    }

    private static String ending(MemorySegment file) {
        int length = file.get(Recording.INT, Recording.ENDING);
        int kept = Math.max(0, Math.min(length, Recording.ENDING_BYTES));
        byte[] text = file.asSlice(Recording.ENDING + 4L, kept).toArray(ValueLayout.JAVA_BYTE);
        return new String(text, StandardCharsets.UTF_8);
    }

    private static Recorded named(byte[] names, String ending, List<Recorded.Ring> rings)
            throws DamagedException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(names))) {
            String program = text(in);
            List<RecordedSite> sites = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                sites.add(new RecordedSite(text(in), in.readInt(), text(in), text(in), text(in)));
            }
            List<RecordedWindow> windows = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                windows.add(new RecordedWindow(text(in), in.readLong(), in.readLong()));
            }
            return new Recorded(program, ending, sites, windows, rings);
        } catch (IOException e) {
            throw new DamagedException("its names are not complete");
        }
    }

    private static String text(DataInputStream in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("a text of " + length + " bytes");
        }
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }
}

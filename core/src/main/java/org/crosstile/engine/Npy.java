package org.crosstile.engine;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/**
 * NumPy's {@code .npy} files, little endian, row-major; versions 1 to 3 of the format are read, and
 * 1 is written. NumPy has no BF16: such tensors are stored as {@code <u2}, bit for bit, and {@code
 * <u2} is read as BF16 only where a BF16 tensor is wanted.
 */
public final class Npy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int MAJOR = 6;

    /** Bytes in front of the header, of version 1 and of later ones. */
    private static final int PREAMBLE = 10;

    private static final int LONG_PREAMBLE = 12;
    private static final int MOST_HEADER = 1 << 20;
    private static final int BYTE = 0xff;
    private static final long CHUNK = 1 << 26;

    private Npy() {}

    /** A file that cannot be used, and why. */
    public static final class FormatException extends IOException {
        private static final long serialVersionUID = 1L;

        FormatException(String message) {
            super(message);
        }
    }

    /**
     * Maps a file into memory: it may be larger than 2 GB.
     *
     * @param wanted the element type that the tensor has in the program
     * @throws FormatException if this is no such file, or its element type differs
     */
    public static View read(Path file, DType wanted) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new FormatException(
                    Files.isDirectory(file)
                            ? "this is a directory"
                            : "this is no regular file, but a pipe or device");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            byte[] preamble = bytes(channel, 0, (int) Math.min(size, LONG_PREAMBLE));
            int version = version(preamble);
            int begin = version == 1 ? PREAMBLE : LONG_PREAMBLE;
            long length = size < begin ? size : length(preamble, begin);
            if (length > MOST_HEADER && length < size) {
                throw new FormatException("its header has " + length + " bytes: NumPy's are short");
            }
            if (begin + length > size) {
                throw new FormatException("the header is cut off");
            }
            Charset charset = version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
            String text = new String(bytes(channel, begin, (int) length), charset);
            NpyHeader header = NpyHeader.parse(text);
            checkType(header, wanted);
            return view(channel, begin + length, header.shape(), wanted);
        }
    }

    private static int version(byte[] preamble) throws FormatException {
        if (preamble.length < PREAMBLE) {
            throw new FormatException(
                    "this is not an .npy file: it has only " + preamble.length + " bytes");
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (preamble[i] != MAGIC[i]) {
                throw new FormatException(
                        "this is not an .npy file: it does not begin with \\x93NUMPY");
            }
        }
        int version = preamble[MAJOR] & BYTE;
        if (version < 1 || version > 3) {
            throw new FormatException(
                    "only .npy formats 1 to 3 are read, and this is version "
                            + version
                            + "."
                            + (preamble[MAJOR + 1] & BYTE));
        }
        return version;
    }

    /** The length of the header: the little-endian number in front of it. */
    private static long length(byte[] preamble, int begin) {
        long length = 0;
        for (int i = begin - 1; i > MAJOR + 1; i--) {
            length = length << Byte.SIZE | preamble[i] & BYTE;
        }
        return length;
    }

    private static byte[] bytes(FileChannel channel, long from, int n) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(n);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, from + buffer.position()) < 0) {
                throw new FormatException("it became shorter while it was read");
            }
        }
        return buffer.array();
    }

    private static void checkType(NpyHeader header, DType wanted) throws FormatException {
        if (header.fortran()) {
            throw new FormatException(
                    "it is stored column by column (fortran_order): save numpy.ascontiguousarray(x)");
        }
        if (!header.descr().equals(descr(wanted))) {
            throw new FormatException(
                    "its element type is '"
                            + header.descr()
                            + "', and "
                            + wanted
                            + " is '"
                            + descr(wanted)
                            + "'");
        }
    }

    private static View view(FileChannel channel, long from, List<Long> extents, DType dtype)
            throws IOException {
        long[] shape = extents.stream().mapToLong(Long::longValue).toArray();
        long bytes = bytes(extents, dtype);
        long given = channel.size() - from;
        if (given != bytes) {
            throw new FormatException(
                    "it holds " + given + " bytes of data, and its shape needs " + bytes);
        }
        MemorySegment data =
                channel.map(FileChannel.MapMode.READ_ONLY, from, bytes, Arena.ofAuto());
        return View.packed(data, 0, dtype, shape);
    }

    private static long bytes(List<Long> extents, DType dtype) throws FormatException {
        if (extents.contains(0L)) {
            return 0; // whatever the other extents are
        }
        long bytes = dtype.bytes();
        try {
            for (long extent : extents) {
                bytes = Math.multiplyExact(bytes, extent);
            }
        } catch (ArithmeticException e) {
            throw new FormatException("its shape " + extents + " fits no memory");
        }
        return bytes;
    }

    /** The type string that NumPy uses for an element type. */
    public static String descr(DType dtype) {
        return switch (dtype) {
            case BOOL -> "|b1";
            case INT8 -> "|i1";
            case UINT8 -> "|u1";
            case INT16 -> "<i2";
            case UINT16, BF16 -> "<u2";
            case INT32 -> "<i4";
            case UINT32 -> "<u4";
            case INT64, INDEX, TASK_ID -> "<i8";
            case UINT64 -> "<u8";
            case FP16 -> "<f2";
            case FP32 -> "<f4";
            case FP64 -> "<f8";
        };
    }

    /**
     * Writes a packed tensor. The file appears whole or not at all.
     *
     * @throws IOException if it cannot be written
     */
    public static void write(Path file, View tensor) throws IOException {
        write(Map.of(file, tensor));
    }

    /**
     * Writes packed tensors. All of them are written beside their files before the first of them
     * takes its place, so that a full disk leaves every file as it was.
     *
     * @throws IOException if one cannot be written, or would replace what is no regular file
     */
    public static void write(Map<Path, View> tensors) throws IOException {
        Map<Path, Path> partials = new LinkedHashMap<>();
        try {
            for (Map.Entry<Path, View> entry : tensors.entrySet()) {
                Path file = replaced(entry.getKey());
                Path partial = unused(file);
                partials.put(partial, file);
                write(partial, entry.getValue(), StandardOpenOption.CREATE_NEW);
            }
            for (Map.Entry<Path, Path> entry : partials.entrySet()) {
                Files.move(entry.getKey(), entry.getValue(), StandardCopyOption.ATOMIC_MOVE);
            }
        } finally {
            for (Path partial : partials.keySet()) {
                Files.deleteIfExists(partial);
            }
        }
    }

    /** The file that a name stands for: behind a link is what is replaced, and not the link. */
    private static Path replaced(Path file) throws IOException {
        Path real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        if (Files.exists(real, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(real)) {
            throw new FileSystemException(file.toString(), null, "it is no regular file");
        }
        return real;
    }

    private static Path unused(Path file) {
        for (int i = 0; ; i++) {
            Path partial =
                    file.resolveSibling(
                            ".crosstile-" + ProcessHandle.current().pid() + "-" + i + ".partial");
            if (!Files.exists(partial, LinkOption.NOFOLLOW_LINKS)) {
                return partial;
            }
        }
    }

    private static void write(Path file, View tensor, StandardOpenOption how) throws IOException {
        try (FileChannel channel = FileChannel.open(file, how, StandardOpenOption.WRITE)) {
            write(channel, ByteBuffer.wrap(header(tensor)));
            MemorySegment data =
                    tensor.segment()
                            .asSlice(tensor.offset(), tensor.elements() * tensor.dtype().bytes());
            for (long at = 0; at < data.byteSize(); at += CHUNK) {
                long bytes = Math.min(CHUNK, data.byteSize() - at);
                write(channel, data.asSlice(at, bytes).asByteBuffer());
            }
        }
    }

    private static void write(FileChannel channel, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int _ = channel.write(bytes);
        }
    }

    private static byte[] header(View tensor) {
        StringBuilder dict = new StringBuilder("{'descr': '").append(descr(tensor.dtype()));
        dict.append("', 'fortran_order': False, 'shape': (");
        for (long extent : tensor.shape()) {
            dict.append(extent).append(tensor.rank() == 1 ? "," : ", ");
        }
        if (tensor.rank() > 1) {
            dict.setLength(dict.length() - 2);
        }
        dict.append("), }");
        while ((PREAMBLE + dict.length() + 1) % 64 != 0) {
            dict.append(' ');
        }
        dict.append('\n');
        byte[] header = new byte[PREAMBLE + dict.length()];
        System.arraycopy(MAGIC, 0, header, 0, MAGIC.length);
        header[6] = 1;
        header[8] = (byte) dict.length();
        header[9] = (byte) (dict.length() >> 8);
        byte[] text = dict.toString().getBytes(StandardCharsets.ISO_8859_1);
        System.arraycopy(text, 0, header, PREAMBLE, text.length);
        return header;
    }
}

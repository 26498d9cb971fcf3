package org.crosstile.engine;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/**
 * NumPy's {@code .npy} files, format version 1.0, little endian, row-major. NumPy has no BF16: such
 * tensors are stored as {@code <u2}, bit for bit, and {@code <u2} is read as BF16 only where a BF16
 * tensor is wanted.
 */
public final class Npy {
    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int PREAMBLE = 10;

    private Npy() {}

    /** A file that cannot be used, and why. */
    public static final class FormatException extends IOException {
        private static final long serialVersionUID = 1L;

        FormatException(String message) {
            super(message);
        }
    }

    /**
     * Reads a file into host memory.
     *
     * @param wanted the element type that the tensor has in the program
     * @throws FormatException if this is no such file, or its element type differs
     */
    public static View read(Path file, DType wanted) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < PREAMBLE) {
                throw new FormatException(
                        "this is not an .npy file: it has only " + size + " bytes");
            }
            MemorySegment bytes =
                    MemorySegment.ofArray(Files.readAllBytes(file)); // host tensors are small files
            for (int i = 0; i < MAGIC.length; i++) {
                if (bytes.get(ValueLayout.JAVA_BYTE, i) != MAGIC[i]) {
                    throw new FormatException(
                            "this is not an .npy file: it does not begin with \\x93NUMPY");
                }
            }
            int major = bytes.get(ValueLayout.JAVA_BYTE, 6);
            if (major != 1) {
                throw new FormatException(
                        "only .npy format 1.0 is read, and this is version " + major + ".x");
            }
            int length =
                    (bytes.get(ValueLayout.JAVA_BYTE, 8) & 0xff)
                            | (bytes.get(ValueLayout.JAVA_BYTE, 9) & 0xff) << 8;
            if (PREAMBLE + length > size) {
                throw new FormatException("the header is cut off");
            }
            Header header = Header.parse(text(bytes.asSlice(PREAMBLE, length)));
            checkType(header, wanted);
            return view(bytes.asSlice(PREAMBLE + length), header.shape, wanted);
        }
    }

    private static String text(MemorySegment bytes) {
        return new String(bytes.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1);
    }

    private static void checkType(Header header, DType wanted) throws FormatException {
        if (header.fortran) {
            throw new FormatException(
                    "it is stored column by column (fortran_order): save numpy.ascontiguousarray(x)");
        }
        if (!header.descr.equals(descr(wanted))) {
            throw new FormatException(
                    "its element type is '"
                            + header.descr
                            + "', and "
                            + wanted
                            + " is '"
                            + descr(wanted)
                            + "'");
        }
    }

    private static View view(MemorySegment data, long[] shape, DType dtype) throws FormatException {
        long n = dtype.bytes();
        for (long extent : shape) {
            n = Math.multiplyExact(n, extent);
        }
        if (data.byteSize() != n) {
            throw new FormatException(
                    "it holds " + data.byteSize() + " bytes of data, and its shape needs " + n);
        }
        return View.packed(data, 0, dtype, shape);
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
        Path partial = file.resolveSibling(file.getFileName() + ".partial");
        try {
            try (OutputStream out = Files.newOutputStream(partial);
                    WritableByteChannel channel = Channels.newChannel(out)) {
                out.write(header(tensor));
                MemorySegment data =
                        tensor.segment()
                                .asSlice(
                                        tensor.offset(),
                                        tensor.elements() * tensor.dtype().bytes());
                long chunk = 1 << 26;
                for (long at = 0; at < data.byteSize(); at += chunk) {
                    channel.write(
                            data.asSlice(at, Math.min(chunk, data.byteSize() - at)).asByteBuffer());
                }
            }
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
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

    /** The dictionary in the header: a Python literal with three known keys. */
    private record Header(String descr, boolean fortran, long[] shape) {
        static Header parse(String text) throws FormatException {
            String descr = quoted(after(text, "descr"));
            boolean fortran = after(text, "fortran_order").startsWith("True");
            String shape = after(text, "shape");
            int close = shape.indexOf(')');
            if (!shape.startsWith("(") || close < 0) {
                throw new FormatException("its header has no shape: " + text.strip());
            }
            List<Long> extents = new ArrayList<>();
            for (String part : shape.substring(1, close).split(",", -1)) {
                if (!part.isBlank()) {
                    extents.add(extent(part.strip(), text));
                }
            }
            return new Header(
                    descr, fortran, extents.stream().mapToLong(Long::longValue).toArray());
        }

        private static long extent(String digits, String text) throws FormatException {
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException e) {
                throw new FormatException(
                        "its header has a shape that is no tuple of integers: " + text.strip());
            }
        }

        private static String after(String text, String key) throws FormatException {
            int at = text.indexOf("'" + key + "'");
            int colon = at < 0 ? -1 : text.indexOf(':', at);
            if (colon < 0) {
                throw new FormatException("its header has no '" + key + "': " + text.strip());
            }
            return text.substring(colon + 1).stripLeading();
        }

        private static String quoted(String text) throws FormatException {
            int close = text.startsWith("'") ? text.indexOf('\'', 1) : -1;
            if (close < 0) {
                throw new FormatException("structured element types are not read");
            }
            return text.substring(1, close);
        }
    }
}

package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class NpyTest {
    @TempDir private Path folder;

    private static View tensor(DType dtype, long... shape) {
        long n = dtype.bytes();
        for (long extent : shape) {
            n *= extent;
        }
        byte[] bytes = new byte[Math.toIntExact(n)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 7);
        }
        return View.packed(MemorySegment.ofArray(bytes), 0, dtype, shape);
    }

    private Path file(String header, int dataBytes) throws IOException {
        byte[] text = header.getBytes(StandardCharsets.ISO_8859_1);
        byte[] all = new byte[10 + text.length + dataBytes];
        byte[] magic = {
            (byte) 0x93,
            'N',
            'U',
            'M',
            'P',
            'Y',
            1,
            0,
            (byte) text.length,
            (byte) (text.length >> 8)
        };
        System.arraycopy(magic, 0, all, 0, magic.length);
        System.arraycopy(text, 0, all, 10, text.length);
        return Files.write(folder.resolve("x.npy"), all);
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void what_is_written_is_read_back(DType dtype) throws IOException {
        View written = tensor(dtype, 3, 1, 5);
        Path path = folder.resolve("x.npy");
        Npy.write(path, written);

        View read = Npy.read(path, dtype);

        assertThat(read.shape()).containsExactly(3, 1, 5);
        assertThat(read.segment().mismatch(written.segment())).isEqualTo(-1);
        assertThat((10 + headerLength(path)) % 64).isZero();
    }

    private static int headerLength(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        return (bytes[8] & 0xff) | (bytes[9] & 0xff) << 8;
    }

    @Test
    void one_dimension_and_none_have_python_tuples() throws IOException {
        Path path = folder.resolve("x.npy");
        Npy.write(path, tensor(DType.FP32, 5));
        assertThat(Files.readString(path, StandardCharsets.ISO_8859_1))
                .contains("'shape': (5,), }");

        Npy.write(path, tensor(DType.FP32));
        assertThat(Files.readString(path, StandardCharsets.ISO_8859_1)).contains("'shape': (), }");
        assertThat(Npy.read(path, DType.FP32).shape()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }",
                "{'descr': '<f4', 'fortran_order': True, 'shape': (2,), }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (x,), }",
                "{'descr': '<f4', 'fortran_order': False, }",
                "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }",
                "{'descr': '<f4', 'fortran_order': Truely, 'shape': (2,), }",
                "{'descr': '<f4', 'fortran_order': 0, 'shape': (2,), }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2), }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (-2,), }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2 2), }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': [2], }",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'more': 1}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'shape': (2,)}",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), } and more",
                "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), ",
                "{'descr': '<f4' 'fortran_order': False, 'shape': (2,)}",
                "'descr' 'fortran_order' 'shape'",
                ""
            })
    void what_cannot_be_used_is_refused(String header) throws IOException {
        Path path = file(header, 8);

        assertThatThrownBy(() -> Npy.read(path, DType.FP32))
                .isInstanceOf(Npy.FormatException.class);
    }

    @Test
    void other_files_are_refused() throws IOException {
        Path path = Files.writeString(folder.resolve("x.npy"), "not an array at all");

        assertThatThrownBy(() -> Npy.read(path, DType.FP32))
                .isInstanceOf(Npy.FormatException.class)
                .hasMessageContaining("not an .npy file");
    }

    /** Products of extents wrap around to what the file holds, if nobody looks. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "(4611686018427387904, 4)",
                "(9223372036854775807, 9223372036854775807)",
                "(99999999999999999999,)",
                "(2, 4611686018427387905)"
            })
    void extents_beyond_all_memory_are_refused(String shape) throws IOException {
        Path path = file("{'descr': '<f4', 'fortran_order': False, 'shape': " + shape + "}", 8);

        assertThatThrownBy(() -> Npy.read(path, DType.FP32))
                .isInstanceOf(Npy.FormatException.class)
                .hasMessageContaining("memory");
    }

    @ParameterizedTest
    @CsvSource({"1, 2", "2, 4", "3, 4"})
    void headers_of_all_versions_are_read(int version, int lengthBytes) throws IOException {
        String header = "{\"shape\": (2,), 'descr': '<f4', 'fortran_order': False}\n";
        Path path = versioned(version, lengthBytes, header.length(), header, 8);

        assertThat(Npy.read(path, DType.FP32).shape()).containsExactly(2);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 2, 10, version 0",
        "4, 2, 10, version 4",
        "-1, 2, 10, version 255",
        "1, 2, 9999, cut off",
        "2, 4, 99999999, cut off",
        "3, 4, -1, cut off"
    })
    void odd_preambles_are_refused(int version, int lengthBytes, int length, String message)
            throws IOException {
        String header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
        Path path = versioned(version, lengthBytes, length, header, 8);

        assertThatThrownBy(() -> Npy.read(path, DType.FP32))
                .isInstanceOf(Npy.FormatException.class)
                .hasMessageContaining(message);
    }

    private Path versioned(int version, int lengthBytes, int length, String header, int data)
            throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0});
        for (int i = 0; i < lengthBytes; i++) {
            all.write(length >> 8 * i);
        }
        all.writeBytes(header.getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(new byte[data]);
        return Files.write(folder.resolve("x.npy"), all.toByteArray());
    }

    @Test
    void directories_are_no_arrays_and_nothing_is_not_there() {
        assertThatThrownBy(() -> Npy.read(folder, DType.FP32))
                .isInstanceOf(Npy.FormatException.class)
                .hasMessageContaining("directory");
        assertThatThrownBy(() -> Npy.read(folder.resolve("no.npy"), DType.FP32))
                .isInstanceOf(NoSuchFileException.class);
    }

    /** A sparse file of 2.2 GB: only what is looked at is read. */
    @Test
    void a_file_may_be_larger_than_an_array_of_java() throws IOException {
        long rows = 34_000_000;
        Path path = folder.resolve("large.npy");
        String header = "{'descr': '|i1', 'fortran_order': False, 'shape': (34000000, 65)}\n";
        Files.copy(versioned(1, 2, header.length(), header, 0), path);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
            long end = channel.size() + rows * 65;
            int _ = channel.write(ByteBuffer.wrap(new byte[] {7}), end - 1);
        }

        View read = Npy.read(path, DType.INT8);

        assertThat(read.shape()).containsExactly(rows, 65);
        assertThat(HostElements.get(read, rows * 65 - 1)).isEqualTo(7);
    }

    @Test
    void several_files_are_written_all_or_none() throws IOException {
        Path first = Files.writeString(folder.resolve("first.npy"), "before");
        Path second = Files.createDirectory(folder.resolve("second.npy"));
        Map<Path, View> tensors = new LinkedHashMap<>();
        tensors.put(first, tensor(DType.FP32, 2));
        tensors.put(second, tensor(DType.FP32, 2));

        assertThatThrownBy(() -> Npy.write(tensors)).isInstanceOf(IOException.class);

        assertThat(Files.readString(first)).isEqualTo("before");
        assertThat(second).isEmptyDirectory();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(first, second);
        }
    }

    @Test
    void what_a_link_leads_to_is_replaced_and_not_the_link() throws IOException {
        Path real = Files.writeString(folder.resolve("real.npy"), "before");
        Path link = Files.createSymbolicLink(folder.resolve("link.npy"), real);

        Npy.write(link, tensor(DType.FP32, 2));

        assertThat(link).isSymbolicLink();
        assertThat(Npy.read(real, DType.FP32).shape()).containsExactly(2);
    }

    /** Reading maps the file; writing puts another one in its place. */
    @Test
    void a_file_that_is_read_may_be_replaced() throws IOException {
        Path path = folder.resolve("x.npy");
        Npy.write(path, tensor(DType.FP32, 4));
        View read = Npy.read(path, DType.FP32);
        double before = HostElements.get(read, 3);

        Npy.write(path, read);
        Npy.write(path, View.zeros(DType.FP32, 1));

        assertThat(HostElements.get(read, 3)).isEqualTo(before);
        assertThat(Npy.read(path, DType.FP32).shape()).containsExactly(1);
    }
}

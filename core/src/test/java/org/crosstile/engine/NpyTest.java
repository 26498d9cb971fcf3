package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
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
}

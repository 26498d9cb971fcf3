package org.crosstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that once came out wrong come out as their first lines say. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FaultCasesTest {
    static List<FaultCase> cases() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../programs/faults"))) {
            return files.filter(f -> !f.toString().endsWith(".md"))
                    .sorted()
                    .map(FaultCase::of)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_known_fault_stays_mended(FaultCase one, @TempDir Path folder) throws IOException {
        one.verify(folder);
    }
}

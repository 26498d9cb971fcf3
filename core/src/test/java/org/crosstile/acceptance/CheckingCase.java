package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.engine.RunRequest;
import org.crosstile.source.SourceText;

/**
 * A program of programs/checking. Its first lines say what must come of it: {@code # expect: OK} or
 * {@code # expect: REJECT all-to-all-aliased}, {@code # ranks: 3}.
 */
record CheckingCase(Path file, String text) {
    private static final Path DIRECTORY = Path.of("..", "programs", "checking");

    static CheckingCase named(String name) {
        return of(DIRECTORY.resolve(name + ".py"));
    }

    /** The programs whose names begin so. */
    static List<CheckingCase> all(String prefix) {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            List<CheckingCase> found =
                    files.filter(f -> String.valueOf(f.getFileName()).matches(prefix + ".*\\.py"))
                            .sorted()
                            .map(CheckingCase::of)
                            .toList();
            assertThat(found).isNotEmpty();
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CheckingCase of(Path file) {
        try {
            return new CheckingCase(file, Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The words of a line of the head. */
    List<String> head(String key) {
        return text.lines()
                .takeWhile(line -> line.startsWith("#"))
                .filter(line -> line.startsWith("# " + key + ": "))
                .findFirst()
                .map(line -> List.of(line.substring(key.length() + 4).split(" ")))
                .orElseThrow();
    }

    int ranks() {
        return Integer.parseInt(head("ranks").getFirst());
    }

    SourceText source() {
        return new SourceText(String.valueOf(file.getFileName()), text);
    }

    RunRequest request() {
        return request(ranks(), Map.of());
    }

    static RunRequest request(int ranks, Map<String, String> set) {
        return new RunRequest(ranks, set, Map.of(), 0, Optional.of(Duration.ofSeconds(60)));
    }

    @Override
    public String toString() {
        return String.valueOf(file.getFileName());
    }
}

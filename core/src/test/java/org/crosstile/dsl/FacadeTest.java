package org.crosstile.dsl;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeSet;
import org.crosstile.model.Op;
import org.junit.jupiter.api.Test;

/** The operator methods of the Java DSL are those of the catalogue. */
class FacadeTest {
    private static final Path SOURCES = Path.of("src/main/java/org/crosstile/dsl");

    @Test
    void the_methods_are_written_from_the_catalogue() throws IOException {
        boolean update = Boolean.getBoolean("golden.update") && System.getenv("CI") == null;
        for (Map.Entry<String, String> file : new FacadeWriter().files().entrySet()) {
            Path path = SOURCES.resolve(file.getKey() + ".java");
            String written = Files.exists(path) ? Files.readString(path) : "";
            if (update && !bare(written).equals(bare(file.getValue()))) {
                Files.writeString(path, file.getValue());
                written = file.getValue();
            }
            assertThat(bare(written))
                    .as("%s (rewrite it with -Dgolden.update=true)", path)
                    .isEqualTo(bare(file.getValue()));
        }
    }

    @Test
    void every_operator_has_a_method() {
        TreeSet<String> methods = new TreeSet<>();
        for (Class<?> facade : new Class<?>[] {Pl.class, Pld.class}) {
            for (var method : facade.getMethods()) {
                methods.add(facade.getSimpleName() + "." + method.getName());
            }
        }
        for (Op op : FacadeWriter.operators()) {
            String facade = op.name().startsWith("pld.") ? "Pld." : "Pl.";
            assertThat(methods).contains(facade + FacadeWriter.method(op));
        }
    }

    /** What is left of a source when layout does not count. */
    private static String bare(String source) {
        return source.replaceAll("[\\s*]+", "");
    }
}

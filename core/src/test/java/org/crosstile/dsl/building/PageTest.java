package org.crosstile.dsl.building;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What docs/java-dsl.md shows compiles, runs, and prints what the page says. */
@Timeout(120)
class PageTest {
    private static final Path ROOT = Path.of(System.getProperty("crosstile.root", ".."));
    private static final Pattern BLOCK =
            Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);

    @TempDir Path project;

    /** A class of the page, and what it prints. */
    private record Shown(String source, String output) {}

    private static Map<String, Shown> shown(String page) {
        Map<String, Shown> all = new LinkedHashMap<>();
        String name = "";
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            if (block.group(1).equals("java")) {
                Matcher type = Pattern.compile("class (\\w+)").matcher(block.group(2));
                assertThat(type.find()).isTrue();
                name = type.group(1);
                all.put(name, new Shown(block.group(2), ""));
            } else if (block.group(1).equals("text")) {
                all.put(name, new Shown(all.get(name).source(), block.group(2)));
            }
        }
        return all;
    }

    @Test
    void every_program_of_the_page_does_what_the_page_says() throws Exception {
        Map<String, Shown> all = shown(Files.readString(ROOT.resolve("docs/java-dsl.md")));
        assertThat(all.keySet()).containsExactly("AllReduce", "Mistake", "Serve");
        Path sources = Files.createDirectories(project.resolve("src/main/java"));
        Path classes = Files.createDirectories(project.resolve("target/classes"));
        List<String> arguments = new ArrayList<>();
        arguments.addAll(List.of("-proc:none", "-d", classes.toString()));
        arguments.addAll(List.of("-cp", System.getProperty("java.class.path")));
        for (Map.Entry<String, Shown> program : all.entrySet()) {
            Path file = sources.resolve(program.getKey() + ".java");
            Files.writeString(file, program.getValue().source());
            arguments.add(file.toString());
        }

        int status =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));

        assertThat(status).isZero();
        for (Map.Entry<String, Shown> program : all.entrySet()) {
            assertThat(run(classes, program.getKey())).startsWith(program.getValue().output());
        }
    }

    private String run(Path classes, String program) throws IOException, InterruptedException {
        Path output = project.resolve(program + ".txt");
        Process process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                classes
                                        + System.getProperty("path.separator")
                                        + System.getProperty("java.class.path"),
                                program)
                        .directory(project.toFile())
                        .redirectOutput(output.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("%s ends", program).isTrue();
        return Files.readString(output, StandardCharsets.UTF_8);
    }

    @Test
    void the_pom_of_the_page_names_this_version() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/java-dsl.md"));
        String pom = Files.readString(ROOT.resolve("core/pom.xml"));
        Matcher version = Pattern.compile("<version>(.*?)</version>").matcher(pom);

        assertThat(version.find()).isTrue();
        assertThat(page)
                .contains("<artifactId>crosstile</artifactId>")
                .contains("<version>" + version.group(1) + "</version>");
    }
}

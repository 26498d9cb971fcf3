package org.crosstile.syntax;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;

/**
 * Loads the distributed programs of an upstream checkout, which is no part of this repository, and
 * reports how many load and round-trip, before lowering and after each pass. Run it with {@code
 * -Dupstream=DIRECTORY}; it exits with 1 if anything is wrong.
 */
final class Upstream {
    /** What the factories of the checkout want besides the number of ranks. */
    private static final Map<String, String> ARGUMENTS =
            Map.of(
                    "size", "17",
                    "max_recv", "2",
                    "waiter_count", "4",
                    "core_num", "2",
                    "signal_stride", "8",
                    "dtype", "FP32",
                    "dtype_bytes", "4");

    private final PrintStream out;
    private int files;
    private int programs;
    private int roundTrips;
    private int stages;
    private int stageRoundTrips;
    private int wrong;

    private Upstream(PrintStream out) {
        this.out = out;
    }

    public static void main(String[] args) throws IOException {
        Path root = Path.of(System.getProperty("upstream", "/tmp/up"));
        Upstream upstream = new Upstream(System.out);
        for (String directory : List.of("examples/distributed", "tests/st/distributed")) {
            for (Path file : files(root.resolve(directory))) {
                upstream.file(file);
            }
        }
        System.exit(upstream.report());
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> walk = Files.walk(directory)) {
            return walk.filter(Upstream::holdsPrograms).sorted().toList();
        }
    }

    private static boolean holdsPrograms(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".py")
                && (name.startsWith("test_") || Character.isDigit(name.charAt(0)));
    }

    private void file(Path file) throws IOException {
        files++;
        Problems problems = new Problems();
        SourceText text = new SourceText(file.toString(), Files.readString(file));
        List<Program> loaded =
                Reader.load(text, new LoadOptions(ARGUMENTS, 2), problems).programs();
        problems.sorted().forEach(this::show);
        wrong += problems.errors();
        for (Program program : loaded) {
            programs++;
            if (roundTrips(program, file.getFileName() + " " + program.name())) {
                roundTrips++;
            }
            lower(program, file);
        }
    }

    private void lower(Program program, Path file) {
        Problems problems = new Problems();
        Pipeline.standard(Catalogue.standard().all())
                .runShowing(
                        program,
                        problems,
                        (pass, image) -> {
                            stages++;
                            if (roundTrips(
                                    image,
                                    file.getFileName()
                                            + " "
                                            + program.name()
                                            + " after "
                                            + pass.name())) {
                                stageRoundTrips++;
                            }
                        });
        problems.sorted().forEach(this::show);
    }

    private boolean roundTrips(Program program, String what) {
        String text = Printer.print(program);
        Problems problems = new Problems();
        SourceText printed = new SourceText("<" + what + ">", text);
        Optional<Program> read = Reader.load(printed, LoadOptions.of(2), problems).select("");
        boolean same = read.isPresent() && Structure.same(program, read.get());
        if (!same) {
            wrong++;
            out.println("no round trip: " + what);
            problems.sorted().forEach(this::show);
            difference(program, read);
        }
        return same;
    }

    private void difference(Program program, Optional<Program> read) {
        List<String> before = new ArrayList<>(Printer.print(program).lines().toList());
        List<String> after = read.map(p -> Printer.print(p).lines().toList()).orElse(List.of());
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            if (!before.get(i).equals(after.get(i))) {
                out.println("  printed: " + before.get(i).strip());
                out.println("  read as: " + after.get(i).strip());
                return;
            }
        }
    }

    private void show(Problem problem) {
        out.println(
                problem.primary().span()
                        + ": "
                        + problem.severity().word()
                        + "["
                        + problem.rule().id()
                        + "] "
                        + problem.headline()
                        + ": "
                        + problem.primary().text());
    }

    private int report() {
        out.printf(
                "%d files, %d programs, %d round trips; %d of %d stages of lowering round-trip%n",
                files, programs, roundTrips, stageRoundTrips, stages);
        return wrong == 0 ? 0 : 1;
    }
}

package org.crosstile.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.crosstile.engine.Engine;
import org.crosstile.engine.TileProgram;
import org.crosstile.model.Program;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemTree;
import org.crosstile.source.Problems;
import org.crosstile.source.Severity;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.Loaded;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads programs and applies all rules that hold before a run. */
@Command(
        name = "check",
        description = "Reads programs and applies every rule that holds before a run.",
        mixinStandardHelpOptions = true)
final class CheckCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Mixin private final ProgramOptions options = new ProgramOptions();

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "files with programs")
    private List<Path> files = new ArrayList<>();

    @Option(
            names = "--load-only",
            description = "only read: skip the rules about whole programs and the passes")
    private boolean loadOnly;

    @Override
    public Integer call() {
        options.validate();
        Output out = new Output(spec);
        Engine engine = options.engine();
        List<Problem> all = new ArrayList<>();
        List<Object> trees = new ArrayList<>();
        int programs = 0;
        for (Path file : files) {
            SourceText text = ProgramOptions.read(file);
            Problems problems = options.problems();
            if (file.toString().endsWith(TileProgram.SUFFIX)) {
                programs += TileRun.check(text, options, problems);
                all.addAll(problems.sorted());
                trees.add(tree(file, List.of(), problems));
                continue;
            }
            List<Program> read = programs(engine.load(text, options.loadOptions(), problems));
            if (!loadOnly) {
                read.forEach(program -> engine.checkAll(program, problems));
            }
            programs += read.size();
            checkRanks(engine, read, problems);
            all.addAll(problems.sorted());
            trees.add(tree(file, read, problems));
        }
        long errors = all.stream().filter(p -> p.severity() == Severity.ERROR).count();
        if (options.format == Format.json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("verdict", (errors == 0 ? Verdict.OK : Verdict.REJECT).word());
            ProblemTree.put(all, tree);
            tree.put("files", trees);
            out.json(tree);
        } else {
            out.problems(all);
            out.result(summary(programs, errors, all.size() - errors));
        }
        return errors == 0 ? Exit.OK : Exit.PROBLEMS;
    }

    private List<Program> programs(Loaded loaded) {
        if (options.program.isEmpty()) {
            return loaded.programs();
        }
        Optional<Program> one = loaded.select(options.program);
        return one.map(List::of).orElse(List.of());
    }

    private static Map<String, Object> tree(Path file, List<Program> programs, Problems problems) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", file.toString());
        tree.put("programs", programs.stream().map(Program::name).toList());
        tree.put("errors", problems.errors());
        return tree;
    }

    /** What the number of ranks decides, if it is given. */
    private void checkRanks(Engine engine, List<Program> programs, Problems problems) {
        if (!loadOnly && spec.commandLine().getParseResult().hasMatchedOption("--ranks")) {
            programs.forEach(program -> engine.checkRanks(program, options.ranks, problems));
        }
    }

    private String summary(int programs, long errors, long warnings) {
        String what =
                count(files.size(), "file")
                        + ", "
                        + count(programs, "program")
                        + ": "
                        + count(errors, "error");
        return (errors == 0 ? "OK" : "REJECT")
                + "  "
                + what
                + (warnings == 0 ? "" : ", " + count(warnings, "warning"));
    }

    private static String count(long n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }
}

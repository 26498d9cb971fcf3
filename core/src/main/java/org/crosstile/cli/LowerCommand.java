package org.crosstile.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.crosstile.engine.Engine;
import org.crosstile.engine.TileProgram;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Program;
import org.crosstile.source.Names;
import org.crosstile.source.ProblemTree;
import org.crosstile.source.Problems;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.Printer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints a program after a pass. */
@Command(
        name = "lower",
        description = "Prints the program after a pass, as DSL text that can be read again.",
        mixinStandardHelpOptions = true)
final class LowerCommand implements Callable<Integer> {
    /** The name for the program as read. */
    private static final String READ = "Read";

    @Spec private CommandSpec spec;

    @Mixin private final ProgramOptions options = new ProgramOptions();

    @Parameters(arity = "1", paramLabel = "FILE", description = "the file with the program")
    private Path file = Path.of("");

    @Option(
            names = "--to",
            paramLabel = "PASS",
            description = "the last pass to apply (default: all); Read shows the program as read",
            defaultValue = "")
    private String to = "";

    @Option(names = "--passes", description = "lists the passes instead")
    private boolean list;

    @Option(names = "--diff", description = "shows what each pass changes instead of the program")
    private boolean diff;

    @Option(names = "--verify-each", description = "checks after each pass what it promises")
    private boolean verify;

    @Override
    public Integer call() {
        options.validate();
        Output out = new Output(spec);
        if (file.toString().endsWith(TileProgram.SUFFIX)) {
            return tiles(out);
        }
        Engine engine = verify ? options.engine().verifying() : options.engine();
        Pipeline pipeline = engine.pipeline();
        if (list) {
            pipeline.names().forEach(out::result);
            return Exit.OK;
        }
        String last = lastPass(pipeline.names());
        Problems problems = options.problems();
        Optional<Program> program =
                engine.load(ProgramOptions.read(file), options.loadOptions(), problems)
                        .select(options.program);
        program.ifPresent(p -> engine.check(p, problems));
        String text = "";
        Optional<StageDiff> changes = Optional.empty();
        if (program.isPresent() && !problems.hasErrors()) {
            StageDiff stages = new StageDiff(program.get());
            Program lowered =
                    last.equals(READ)
                            ? program.get()
                            : pipeline.runTo(
                                    last,
                                    program.get(),
                                    problems,
                                    (pass, image) -> {
                                        if (diff) {
                                            stages.add(pass.name(), image);
                                        }
                                    });
            changes = diff ? Optional.of(stages) : changes;
            text = problems.hasErrors() ? "" : diff ? stages.text() : Printer.print(lowered);
        }
        show(out, last, text, changes, problems);
        return problems.hasErrors() ? Exit.PROBLEMS : Exit.OK;
    }

    /** A tile-level text has one lowering: it adds the tiles that the text leaves out. */
    private int tiles(Output out) {
        if (!to.isEmpty() || diff || list || verify || options.namesPythonOnly()) {
            throw new UsageException(
                    "a tile-level text has one pass: --to, --diff, --passes, --verify-each, --program and --allow do"
                            + " not apply");
        }
        Problems problems = new Problems();
        String text = TileRun.lowered(ProgramOptions.read(file), options, problems);
        show(out, "AddTiles", text, Optional.empty(), problems);
        return problems.hasErrors() ? Exit.PROBLEMS : Exit.OK;
    }

    private String lastPass(List<String> names) {
        if (to.isEmpty()) {
            return names.getLast();
        }
        if (!names.contains(to) && !to.equals(READ)) {
            throw new UsageException("there is no pass " + to + ": " + suggestion(names));
        }
        return to;
    }

    private String suggestion(List<String> names) {
        return Names.closest(to, names)
                .map(close -> "did you mean " + close + "?")
                .orElse("--passes lists them");
    }

    private void show(
            Output out, String last, String text, Optional<StageDiff> changes, Problems problems) {
        if (options.format == Format.json) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("verdict", (problems.hasErrors() ? Verdict.REJECT : Verdict.OK).word());
            ProblemTree.put(problems.sorted(), tree);
            tree.put("stage", last);
            changes.ifPresentOrElse(
                    stages -> tree.put("changes", stages.tree()), () -> tree.put("text", text));
            out.json(tree);
        } else {
            out.problems(problems.sorted());
            if (!text.isEmpty()) {
                out.result(text.stripTrailing());
            }
        }
    }
}

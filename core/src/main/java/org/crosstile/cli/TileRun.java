package org.crosstile.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.engine.TileProgram;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.text.AsmPrinter;
import org.crosstile.source.Names;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;

/** Runs a tile-level text. */
record TileRun(
        Output out, ProgramOptions options, RequestOptions asked, Map<String, Path> outFiles) {
    /** The chips of {@code --chip}; without it the text says which. */
    private static Optional<Arch> asked(ProgramOptions options) {
        return options.askedChip().map(Arch::of);
    }

    /** Checks a text; returns how many functions it has. */
    static int check(SourceText text, ProgramOptions options, Problems problems) {
        return TileProgram.check(text, asked(options), options.ranks, problems)
                .map(checked -> checked.lowered().functions().size())
                .orElse(0);
    }

    /** The text with all tiles; empty if it has errors. */
    static String lowered(SourceText text, ProgramOptions options, Problems problems) {
        return TileProgram.check(text, asked(options), options.ranks, problems)
                .map(checked -> AsmPrinter.print(checked.lowered()))
                .orElse("");
    }

    int run(Path file, TileOptions tiles, boolean verbose) {
        SourceText text = ProgramOptions.read(file);
        Problems problems = new Problems();
        Optional<TileProgram> program =
                TileProgram.build(text, asked.entry, asked(options), options.ranks, problems);
        Arch arch = program.map(TileProgram::arch).or(() -> asked(options)).orElse(Arch.A2A3);
        CostModel costs = tiles.costs(arch);
        TileProgram.Ran ran =
                program.isPresent()
                        ? program.get().run(request(program.get()), costs)
                        : new TileProgram.Ran(
                                RunResult.rejected(problems.sorted(), new RunTimes()),
                                Optional.empty());
        RunResult result = ran.result();
        Optional<EnvironmentException> unwritten = OutputFiles.write(result, outFiles);
        RunReport report = new RunReport(out, result, options.ranks, arch.spelling() + " cores", 1);
        Optional<TimelineReport> timeline =
                ran.timeline().filter(t -> tiles.timeline).map(t -> new TimelineReport(t, costs));
        if (options.format == Format.json) {
            Map<String, Object> tree = report.tree();
            timeline.ifPresent(t -> tree.put("timeline", t.tree()));
            out.json(tree);
        } else {
            report.print(options.format, verbose);
            timeline.ifPresent(t -> t.print(out));
        }
        unwritten.ifPresent(TileRun::fail);
        return result.isOk() ? Exit.OK : Exit.PROBLEMS;
    }

    private static void fail(EnvironmentException e) {
        throw e;
    }

    private RunRequest request(TileProgram program) {
        Map<String, DType> tensors = program.tensors();
        Map<String, Input> inputs = new HashMap<>();
        asked.in.forEach((name, source) -> {
            DType dtype = known(tensors, name, "--in");
            inputs.put(name, InputFiles.input(name, source, dtype));
        });
        outFiles.keySet()
                .forEach(name -> {
                    DType _ = known(tensors, name, "--out");
                    if (!program.isOutput(name)) {
                        throw new UsageException(
                                "--out " + name + ": `" + name + "` is no output of the function");
                    }
                });
        return new RunRequest(options.ranks, options.set, inputs, asked.seed, asked.limit());
    }

    private static DType known(Map<String, DType> tensors, String name, String option) {
        DType dtype = tensors.get(name);
        if (dtype == null) {
            List<String> names = new ArrayList<>(tensors.keySet());
            String suggestion = Names.suggestion(name, names);
            throw new UsageException(
                    option
                            + " "
                            + name
                            + ": the function has no tensor `"
                            + name
                            + "`"
                            + (suggestion.isEmpty() ? "" : ": " + suggestion));
        }
        return dtype;
    }
}

package org.crosstile.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import org.crosstile.abi.DType;
import org.crosstile.diagnose.RunFaults;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.Fabric;
import org.crosstile.isa.GlobalTensor;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.Timeline;
import org.crosstile.isa.text.Asm;
import org.crosstile.isa.text.AsmLowering;
import org.crosstile.isa.text.AsmParser;
import org.crosstile.isa.text.AsmPrinter;
import org.crosstile.isa.text.AsmRules;
import org.crosstile.isa.text.AsmRun;
import org.crosstile.isa.text.AsmVerifier;
import org.crosstile.memory.View;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;

/** A text of tile-level instructions, checked and with all its tiles. */
public final class TileProgram {
    /** What the names of files with such texts end with. */
    public static final String SUFFIX = ".ptoasm";

    private static final long PER_PARAMETER = 0x9E3779B97F4A7C15L;
    private static final double MAX_BYTES = 1L << 36;

    private final Asm.Module lowered;
    private final Asm.Function entry;
    private final Arch arch;

    private TileProgram(Asm.Module lowered, Asm.Function entry, Arch arch) {
        this.lowered = lowered;
        this.entry = entry;
        this.arch = arch;
    }

    /** What came of a run, and when which pipe worked. */
    public record Ran(RunResult result, Optional<Timeline> timeline) {}

    /**
     * A text that has been checked.
     *
     * @param lowered with all its tiles
     */
    public record Checked(Asm.Module lowered, Arch arch) {}

    /**
     * The module that a text says, checked for a number of ranks; of use if there are no errors.
     *
     * @param asked the chips that it must run on; empty for those that the text names
     */
    public static Optional<Checked> check(
            SourceText text, Optional<Arch> asked, int ranks, Problems problems) {
        Asm.Module module = AsmParser.parse(text, problems);
        if (problems.hasErrors()) {
            return Optional.empty();
        }
        Arch arch = asked.or(() -> named(module)).orElse(Arch.A2A3);
        AsmVerifier.Checked checked = AsmVerifier.verify(module, arch, ranks, problems);
        if (problems.hasErrors()) {
            return Optional.empty();
        }
        Asm.Module lowered = AsmLowering.lower(checked, problems);
        return problems.hasErrors() ? Optional.empty() : Optional.of(new Checked(lowered, arch));
    }

    private static Optional<Arch> named(Asm.Module module) {
        return module.target().flatMap(target -> Arch.ofTarget(target.text()));
    }

    /**
     * Reads, checks and lowers a text.
     *
     * @param entry the function that a run starts with; empty for the only one
     * @param asked the chips that it must run on; empty for those that the text names
     * @return empty if errors were reported
     */
    public static Optional<TileProgram> build(
            SourceText text, String entry, Optional<Arch> asked, int ranks, Problems problems) {
        return check(text, asked, ranks, problems)
                .flatMap(checked ->
                        select(checked.lowered(), entry, text, problems)
                                .map(function ->
                                        new TileProgram(
                                                checked.lowered(), function, checked.arch())));
    }

    private static Optional<Asm.Function> select(
            Asm.Module module, String entry, SourceText text, Problems problems) {
        List<String> names = module.functions().stream().map(f -> f.name().text()).toList();
        List<Asm.Function> fitting =
                module.functions().stream()
                        .filter(f -> entry.isEmpty() || f.name().text().equals(entry))
                        .toList();
        if (fitting.size() == 1) {
            return Optional.of(fitting.getFirst());
        }
        String found =
                entry.isEmpty()
                        ? "there are " + (names.isEmpty() ? "none" : String.join(", ", names))
                        : "there is no `" + entry + "`";
        String hint =
                entry.isEmpty() ? "choose one by --entry NAME" : Names.suggestion(entry, names);
        Problem.error(AsmRules.FUNCTION, text.lineSpan(1), found).hint(hint).to(problems);
        return Optional.empty();
    }

    /** The lowered text. */
    public String text() {
        return AsmPrinter.print(lowered);
    }

    /** The element types of the tensors of the entry function, by name. */
    public Map<String, DType> tensors() {
        Map<String, DType> tensors = new TreeMap<>();
        for (Asm.Param param : entry.params()) {
            if (param.type() instanceof Asm.Memref memref) {
                tensors.put(param.name().text(), memref.tensor().dtype());
            }
        }
        return tensors;
    }

    /** Whether a tensor is shown after a run. */
    public boolean isOutput(String name) {
        return entry.params().stream()
                .filter(p -> p.name().text().equals(name))
                .anyMatch(p -> p.role() == Asm.Role.out || p.role() == Asm.Role.inout);
    }

    /** Runs the entry function on all ranks. */
    public Ran run(RunRequest request, CostModel costs) {
        try {
            return attempt(request, costs);
        } catch (OutOfMemoryError e) {
            Problem problem =
                    Problem.error(Executable.MEMORY, entry.span(), "those of this function do not")
                            .hint("use fewer ranks or smaller tensors")
                            .build();
            RunResult refused = RunResult.rejected(List.of(problem), new RunTimes());
            return new Ran(refused, Optional.empty());
        } catch (CancellationException e) {
            return lost("the run", new InterruptedException(e.getMessage()));
        }
    }

    private Ran lost(String who, Throwable cause) {
        List<Problem> problems =
                RunFaults.of(who, cause, List.of(entry.span()), List.of(), id -> Optional.empty())
                        .stream()
                        .toList();
        RunResult lost =
                new RunResult(
                        problems.getFirst().rule().verdict(),
                        problems,
                        List.of(),
                        new RunTimes(),
                        0,
                        OptionalLong.empty());
        return new Ran(lost, Optional.empty());
    }

    private Ran attempt(RunRequest request, CostModel costs) {
        RunTimes times = new RunTimes();
        Problems problems = new Problems();
        long start = System.nanoTime();
        Fabric fabric = new Fabric(costs, request.ranks());
        Map<String, Object> arguments = new HashMap<>();
        checkNames(request, problems);
        for (int i = 0; i < entry.params().size() && !problems.hasErrors(); i++) {
            String name = entry.params().get(i).name().text();
            argument(i, request, fabric, problems).ifPresent(v -> arguments.put(name, v));
        }
        times.add("inputs", System.nanoTime() - start);
        if (problems.hasErrors()) {
            return new Ran(RunResult.rejected(problems.sorted(), times), Optional.empty());
        }
        long begun = System.nanoTime();
        Optional<Timeline> timeline =
                AsmRun.run(entry, fabric, arguments, request.limit(), problems);
        times.add("run", System.nanoTime() - begun);
        Verdict verdict = Severe.verdict(problems.sorted());
        RunResult result =
                new RunResult(
                        verdict,
                        problems.sorted(),
                        outputs(arguments),
                        times,
                        1,
                        OptionalLong.empty());
        return new Ran(result, timeline);
    }

    private void checkNames(RunRequest request, Problems problems) {
        List<String> names = entry.params().stream().map(p -> p.name().text()).toList();
        List<String> given = new ArrayList<>(request.set().keySet());
        given.addAll(request.inputs().keySet());
        for (String name : given.stream().sorted().toList()) {
            if (!names.contains(name)) {
                Problem.error(
                                AsmRules.ARGUMENT,
                                entry.span(),
                                "the parameters are " + String.join(", ", names))
                        .headline("`" + entry.name().text() + "` has no parameter `" + name + "`")
                        .hint(Names.suggestion(name, names))
                        .to(problems);
            }
        }
    }

    private Optional<Object> argument(int i, RunRequest request, Fabric fabric, Problems problems) {
        Asm.Param param = entry.params().get(i);
        if (param.type() instanceof Asm.Memref memref) {
            return tensors(param, memref, request, i, fabric, problems);
        }
        String value = request.set().getOrDefault(param.name().text(), "");
        try {
            return Optional.of(Long.parseLong(value));
        } catch (NumberFormatException e) {
            Problem.error(
                            AsmRules.ARGUMENT,
                            param.name().span(),
                            value.isEmpty() ? "it has none" : "it is given `" + value + "`")
                    .hint("give it a number by --set " + param.name().text() + "=VALUE")
                    .to(problems);
            return Optional.empty();
        }
    }

    /** A tensor per rank, with memory of its own. */
    private static Optional<Object> tensors(
            Asm.Param param,
            Asm.Memref memref,
            RunRequest request,
            int index,
            Fabric fabric,
            Problems problems) {
        String name = param.name().text();
        TensorType type = memref.tensor();
        double spanned = 1;
        for (int d = 0; d < TensorType.RANK; d++) {
            spanned += (double) (type.shape().get(d) - 1) * type.stride().get(d);
        }
        if (spanned * type.dtype().bytes() * fabric.ranks() > MAX_BYTES) {
            Problem.error(
                            AsmRules.ARGUMENT,
                            param.name().span(),
                            "on " + fabric.ranks() + " ranks it needs more than 64 GiB")
                    .headline("`" + name + "` must fit the memory of this machine")
                    .to(problems);
            return Optional.empty();
        }
        long elements = (long) spanned;
        View packed = stacked(memref, fabric.ranks());
        Input.Fill preset =
                param.role() == Asm.Role.in || param.role() == Asm.Role.inout
                        ? Input.Fill.small
                        : Input.Fill.zeros;
        switch (request.inputs().getOrDefault(name, new Input.Generated(preset))) {
            case Input.Given given -> {
                if (!sameForm(given.values(), packed)) {
                    Problem.error(AsmRules.ARGUMENT, param.name().span(), "it is " + packed)
                            .headline("the input for `" + name + "` is " + given.values())
                            .hint("its first dimension counts the ranks")
                            .to(problems);
                    return Optional.empty();
                }
                HostElements.copy(given.values(), packed);
            }
            case Input.Generated generated ->
                    HostElements.fill(
                            packed, generated.fill(), request.seed() + index * PER_PARAMETER);
        }
        GlobalTensor[] tensors = new GlobalTensor[fabric.ranks()];
        for (int r = 0; r < tensors.length; r++) {
            View view = View.zeros(type.dtype(), elements);
            View strided =
                    new View(
                            view.segment(),
                            view.offset(),
                            type.dtype(),
                            longs(type.shape()),
                            longs(type.stride()),
                            Optional.empty());
            tensors[r] = GlobalTensor.of(name, r, strided, type.layout());
            long n = type.rows() * type.cols();
            HostElements.copy(packed, r * n, strided, 0, n);
        }
        return Optional.of(tensors);
    }

    private static boolean sameForm(View a, View b) {
        return a.dtype() == b.dtype() && Arrays.equals(a.shape(), b.shape());
    }

    private static long[] longs(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).toArray();
    }

    /** All ranks' elements in one packed tensor, whose first dimension counts the ranks. */
    private static View stacked(Asm.Memref memref, int ranks) {
        List<Long> extents = memref.tensor().shape();
        long[] shape = new long[memref.rank() + 1];
        shape[0] = ranks;
        for (int i = 0; i < memref.rank(); i++) {
            shape[i + 1] = extents.get(TensorType.RANK - memref.rank() + i);
        }
        return View.zeros(memref.tensor().dtype(), shape);
    }

    private List<HostTensor> outputs(Map<String, Object> arguments) {
        List<HostTensor> outputs = new ArrayList<>();
        for (Asm.Param param : entry.params()) {
            String name = param.name().text();
            if (isOutput(name)
                    && param.type() instanceof Asm.Memref memref
                    && arguments.get(name) instanceof GlobalTensor[] tensors) {
                View all = stacked(memref, tensors.length);
                long n = memref.tensor().rows() * memref.tensor().cols();
                for (int r = 0; r < tensors.length; r++) {
                    HostElements.copy(tensors[r].view(), 0, all, r * n, n);
                }
                outputs.add(new HostTensor(name, all));
            }
        }
        return outputs;
    }

    /** The chips that it was checked for. */
    public Arch arch() {
        return arch;
    }
}

package org.crosstile.lower;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.crosstile.abi.Chip;
import org.crosstile.model.Op;
import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * The order of the passes: how a checked program becomes one that can be compiled.
 *
 * <p>Afterwards, in every function that is not a SubWorker: each variable is defined once and below
 * its definition used; loops and branches carry values by {@code carried}, {@code results} and a
 * trailing yield; there is no break, no continue and no unrolled loop, and return is the last
 * statement or absent; the condition of a {@code while} calls nothing; operands are variables,
 * constants, dims, tuples and scalar arithmetic. Kernels hold primitives on tiles; every tile-typed
 * variable, and the type of the call that makes it, has the same address; a tile that enters a loop
 * or is yielded already lies at the address of the variable that receives it, so that a yield is a
 * plain assignment. What a dispatch returns is never used.
 */
public final class Pipeline {
    private final List<Pass> passes;
    private final Toolbox toolbox;
    private final boolean verifies;

    private Pipeline(List<Pass> passes, Toolbox toolbox, boolean verifies) {
        this.toolbox = toolbox;
        this.passes = List.copyOf(passes);
        this.verifies = verifies;
    }

    /**
     * The passes of this toolchain, which find the primitives that they emit among {@code
     * operators}.
     */
    public static Pipeline standard(List<Op> operators) {
        return standard(operators, Chip.ASCEND_910B);
    }

    /** The passes for a chip. */
    public static Pipeline standard(List<Op> operators, Chip chip) {
        Toolbox toolbox = new Toolbox(operators);
        return new Pipeline(
                List.of(
                        new JoinDevices(toolbox),
                        new CtrlFlowTransform(),
                        new UnrollLoops(),
                        new FlattenCallExpr(),
                        new ConvertToSSA(toolbox),
                        new Simplify("Simplify", Stage.SSA),
                        new OutlineScopes(toolbox),
                        new BindDispatchResults(),
                        new ConvertTensorToTileOps(toolbox),
                        new InferParamDirections(),
                        new LowerCompositeOps(toolbox),
                        new SynthesizeAllReduceSignals(toolbox),
                        new MaterializeCommDomainScopes(),
                        new LowerHostTensorCollectives(toolbox, chip),
                        new Simplify("SimplifyLowered", Stage.PRIMITIVES),
                        new FlattenTileNdTo2D(),
                        new InferTileMemorySpace(toolbox),
                        new LowerAutoVectorSplit(toolbox),
                        new ExpandMixedKernel(toolbox),
                        new AllocateUb(toolbox),
                        new LowerL2TensorCollectives(toolbox),
                        new BindTaskResults(),
                        new DeriveCallDirections(),
                        new AutoDeriveTaskDependencies(),
                        new MaterializeDistTensorCtx(toolbox),
                        new InsertCommFence(toolbox),
                        new MaterializeValidShapeSymbols()),
                toolbox,
                false);
    }

    /** Every rule that a pass applies, for {@code explain}. */
    public static List<Rule> rules() {
        return Stream.of(
                        List.of(
                                UnrollLoops.TOO_LARGE,
                                ConvertToSSA.MAYBE_UNSET,
                                Folding.CONSTANTS,
                                OutlineScopes.UNSUPPORTED,
                                OutlineScopes.EXPORT,
                                OutlineScopes.WAITER_EXPORT,
                                BindDispatchResults.NOT_A_PARAMETER,
                                ConvertTensorToTileOps.STATIC_SHAPE,
                                ConvertTensorToTileOps.NO_MEMORY,
                                InferParamDirections.TWO_CHANNELS,
                                LowerAutoVectorSplit.UNDIVIDED,
                                ExpandMixedKernel.BOTH_LANES,
                                CubeWaits.TAKEN,
                                ExpandMixedKernel.ONE_SIDE,
                                ExpandMixedKernel.RESULT,
                                AllocateUb.OVERFLOW,
                                LowerL2TensorCollectives.NAME_TAKEN,
                                MaterializeDistTensorCtx.AMBIGUOUS,
                                MaterializeDistTensorCtx.UNKNOWN,
                                MaterializeValidShapeSymbols.COMPOUND,
                                MaterializeValidShapeSymbols.DISAGREE),
                        RegionRules.RULES,
                        MaterializeCommDomainScopes.RULES,
                        LowerHostTensorCollectives.RULES)
                .flatMap(List::stream)
                .toList();
    }

    /** The same passes, with what each promises checked after it. */
    public Pipeline verifying() {
        return new Pipeline(passes, toolbox, true);
    }

    /** The passes, in order. */
    public List<Pass> passes() {
        return passes;
    }

    /** The names that {@link #runTo} takes, in order. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        passes.forEach(pass -> names.add(pass.name()));
        return names;
    }

    /** The program after all passes; after the first one that reports an error, if there is one. */
    public Program run(Program program, Problems problems) {
        return runTo(passes.getLast().name(), program, problems);
    }

    /**
     * The program after the named pass.
     *
     * @throws IllegalArgumentException if there is no such pass
     * @throws IllegalStateException if a pass breaks its promise and the pipeline verifies: a
     *     defect of ours
     */
    public Program runTo(String name, Program program, Problems problems) {
        return runTo(name, program, problems, (pass, image) -> {});
    }

    /** As {@link #runTo}; shows the program after each pass. */
    public Program runTo(
            String name, Program program, Problems problems, BiConsumer<Pass, Program> each) {
        if (!names().contains(name)) {
            throw new IllegalArgumentException("no pass is called " + name);
        }
        return through(name, program, problems, each);
    }

    /** As {@link #run}; shows the program after each pass. */
    public Program runShowing(Program program, Problems problems, BiConsumer<Pass, Program> each) {
        return through(passes.getLast().name(), program, problems, each);
    }

    private Program through(
            String last, Program program, Problems problems, BiConsumer<Pass, Program> each) {
        Program image = program;
        int before = problems.errors();
        for (Pass pass : passes) {
            Program given = image;
            image = pass.run(given, problems);
            Depth.check(image, problems);
            if (problems.errors() > before) {
                return image;
            }
            if (verifies) {
                StageVerifier.verify(given, image, pass, toolbox);
            }
            each.accept(pass, image);
            if (pass.name().equals(last)) {
                break;
            }
        }
        return image;
    }
}

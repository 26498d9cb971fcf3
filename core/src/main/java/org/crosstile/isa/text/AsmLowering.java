package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.isa.CollEngine;
import org.crosstile.isa.InstructionRules;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.TileRules;
import org.crosstile.isa.TileType;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Adds what a text may leave out: tiles of instructions, behind those of the author and the same
 * bytes for all, a barrier behind each instruction that was given tiles, so that the next one may
 * use them, the addresses of all tiles, and the chips that these are for.
 */
public final class AsmLowering {
    private final AsmVerifier.Checked checked;
    private final Problems problems;
    private final Set<String> names = new TreeSet<>();
    private int count;

    private AsmLowering(AsmVerifier.Checked checked, Problems problems) {
        this.checked = checked;
        this.problems = problems;
    }

    /** The module with all tiles; of use only if no problem is reported. */
    public static Asm.Module lower(AsmVerifier.Checked checked, Problems problems) {
        List<Asm.Function> functions = new ArrayList<>();
        for (Asm.Function function : checked.module().functions()) {
            TilePlaces places = Objects.requireNonNull(checked.places().get(function));
            AsmLowering lowering = new AsmLowering(checked, problems);
            function.params().forEach(param -> lowering.names.add(param.name().text()));
            lowering.collect(function.body());
            functions.add(
                    new Asm.Function(
                            function.name(),
                            function.params(),
                            lowering.block(function.body(), places),
                            function.span()));
        }
        return new Asm.Module(Optional.of(target(checked)), functions);
    }

    /** Tiles are chosen and placed for one generation of chips: the text says for which. */
    private static Asm.Word target(AsmVerifier.Checked checked) {
        Asm.Module module = checked.module();
        return module.target()
                .orElseGet(() ->
                        new Asm.Word(
                                checked.arch().target(), module.functions().getFirst().span()));
    }

    private void collect(List<Asm.Stmt> body) {
        for (Asm.Stmt stmt : body) {
            switch (stmt) {
                case Asm.Op op -> op.result().ifPresent(r -> names.add(r.text()));
                case Asm.If branch -> {
                    collect(branch.then());
                    collect(branch.otherwise());
                }
                case Asm.For loop -> {
                    names.add(loop.variable().text());
                    collect(loop.body());
                }
            }
        }
    }

    private List<Asm.Stmt> block(List<Asm.Stmt> body, TilePlaces places) {
        List<Asm.Stmt> lowered = new ArrayList<>();
        for (Asm.Stmt stmt : body) {
            switch (stmt) {
                case Asm.If branch ->
                        lowered.add(
                                new Asm.If(
                                        branch.condition(),
                                        block(branch.then(), places),
                                        block(branch.otherwise(), places),
                                        branch.span()));
                case Asm.For loop ->
                        lowered.add(
                                new Asm.For(
                                        loop.variable(),
                                        loop.from(),
                                        loop.to(),
                                        loop.step(),
                                        block(loop.body(), places),
                                        loop.span()));
                case Asm.Op op -> op(op, places, lowered);
            }
        }
        return lowered;
    }

    private void op(Asm.Op op, TilePlaces places, List<Asm.Stmt> lowered) {
        if (op.mnemonic() == Mnemonic.ALLOC_TILE && op.attr("addr").isEmpty()) {
            lowered.add(alloc(op.result(), op.types().getFirst(), places.address(op), op.span()));
        } else if (op.mnemonic().needsTiles()
                && op.operands().size() == 2
                && Attributes.of(op).engine() == CollEngine.AIV) {
            withTiles(op, places.end(), lowered);
        } else {
            lowered.add(op);
        }
    }

    private static Asm.Op alloc(Optional<Asm.Word> name, Asm.Typed type, int address, Span span) {
        Asm.Attr addr = new Asm.Attr("addr", "i32", Integer.toString(address), span);
        return new Asm.Op(
                Mnemonic.ALLOC_TILE,
                name,
                List.of(),
                List.of(addr),
                List.of(),
                List.of(type),
                Optional.empty(),
                span);
    }

    private void withTiles(Asm.Op op, int from, List<Asm.Stmt> lowered) {
        int stages = Attributes.of(op).stages();
        boolean reduces = op.mnemonic() == Mnemonic.TREDUCE;
        List<String> parts =
                reduces
                        ? InstructionRules.reduceTiles(stages + 1)
                        : InstructionRules.stages(stages);
        List<Scope.Value> operands = checked.operands().getOrDefault(op, List.of());
        boolean copies = op.mnemonic() == Mnemonic.TPUT || op.mnemonic() == Mnemonic.TGET;
        TensorType over = tensor(operands.get(copies ? 1 : 0).type());
        Optional<TileType> type = TileChoice.of(over, parts.size(), from, checked.arch());
        if (type.isEmpty()) {
            Problem.error(
                            TileRules.UB,
                            op.span(),
                            "the tiles of the text leave "
                                    + (checked.arch().ubBytes() - from)
                                    + " bytes for the "
                                    + parts.size()
                                    + " of this instruction")
                    .hint("give it some of those tiles, or make them smaller")
                    .to(problems);
            return;
        }
        Asm.Typed typed = new Asm.Typed(new Asm.TileBuf(type.get()), op.span());
        List<Asm.Word> all = new ArrayList<>(op.operands());
        List<Asm.Typed> types = new ArrayList<>();
        operands.forEach(operand -> types.add(new Asm.Typed(operand.type(), op.span())));
        for (int i = 0; i < parts.size(); i++) {
            Asm.Word name =
                    new Asm.Word(fresh(op.mnemonic().text() + "_" + parts.get(i)), op.span());
            int address = TileChoice.address(type.get(), i, from);
            lowered.add(alloc(Optional.of(name), typed, address, op.span()));
            all.add(name);
            types.add(typed);
        }
        List<Asm.Attr> attrs = op.attrs().stream().filter(a -> !a.name().equals("stages")).toList();
        lowered.add(
                new Asm.Op(
                        op.mnemonic(),
                        op.result(),
                        all,
                        attrs,
                        op.after(),
                        types,
                        op.resultType(),
                        op.span()));
        if (!copies) {
            lowered.add(barrier(op.span()));
        }
        count++;
    }

    private static TensorType tensor(Asm.Type type) {
        return type instanceof Asm.Group group ? group.tensor() : ((Asm.Memref) type).tensor();
    }

    private String fresh(String wish) {
        String name = count == 0 ? wish : wish + count;
        while (!names.add(name)) {
            name += "_";
        }
        return name;
    }

    private static Asm.Op barrier(Span span) {
        return new Asm.Op(
                Mnemonic.BARRIER,
                Optional.empty(),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                span);
    }
}

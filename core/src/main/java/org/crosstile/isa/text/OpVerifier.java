package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CcuInputSource;
import org.crosstile.isa.CcuRules;
import org.crosstile.isa.CollEngine;
import org.crosstile.isa.Finding;
import org.crosstile.isa.InstructionRules;
import org.crosstile.isa.OperandRules;
import org.crosstile.isa.ReduceOp;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.TileType;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Checks one operation whose operands exist. */
final class OpVerifier {
    private final Asm.Op op;
    private final List<Scope.Value> values;
    private final Operands operands;
    private final Arch arch;
    private final int ranks;
    private final Problems problems;
    private final Attributes attributes;

    OpVerifier(Asm.Op op, List<Scope.Value> values, Arch arch, int ranks, Problems problems) {
        this.op = op;
        this.values = values;
        this.operands = new Operands(op, values, problems);
        this.arch = arch;
        this.ranks = ranks;
        this.problems = problems;
        this.attributes = new Attributes(op, problems);
    }

    /** The type of the result; empty if there is none. */
    Optional<Asm.Type> verify() {
        attributes.checkNames();
        checkTypes();
        return switch (op.mnemonic()) {
            case TREDUCE -> reduce();
            case TGATHER, TSCATTER, TBROADCAST -> collective();
            case TPUT, TGET -> copy();
            case TNOTIFY, TWAIT, TTEST -> signal();
            case TLOAD, TSTORE, TADD, TMAX, TMIN, TEXPANDS -> tileOp();
            case CCU_REGISTER, CCU_LAUNCH -> ccu();
            default -> new ValueVerifier(op, values, problems, attributes).verify();
        };
    }

    /** What is written behind the colon must be what the operands are. */
    private void checkTypes() {
        if (op.mnemonic().isArithmetic() || op.types().isEmpty()) {
            return;
        }
        int entries = op.mnemonic() == Mnemonic.PARTITION_VIEW ? 1 : operands.size();
        if (op.types().size() != entries) {
            Span at = op.types().getFirst().span().to(op.types().getLast().span());
            Problem.error(
                            AsmRules.TYPE,
                            at,
                            count(op.types().size(), "type") + " for " + count(entries, "operand"))
                    .to(problems);
            return;
        }
        for (int i = 0; i < entries; i++) {
            Asm.Typed written = op.types().get(i);
            if (!AsmTypes.isSame(written.type(), operands.type(i))) {
                Problem.error(
                                AsmRules.TYPE,
                                written.span(),
                                "`%" + op.operands().get(i).text() + "` is not of this type")
                        .see(operands.definition(i), "it is " + AsmTypes.print(operands.type(i)))
                        .to(problems);
            }
        }
    }

    private static String count(int n, String what) {
        return n + " " + what + (n == 1 ? "" : "s");
    }

    private static Optional<Asm.Type> event() {
        return Optional.of(new Asm.Event());
    }

    private Optional<Asm.Type> reduce() {
        Optional<ReduceOp> reduction = attributes.reduceOp();
        if (attributes.engine() == CollEngine.CCU) {
            return ccuReduce();
        }
        int n = operands.tileCount(2);
        List<Class<?>> kinds = new ArrayList<>(List.of(Asm.Group.class, Asm.Memref.class));
        int wanted = n == 0 || n == 3 ? n : 2;
        for (int i = 0; i < wanted; i++) {
            kinds.add(Asm.TileBuf.class);
        }
        if (!operands.matches(kinds)) {
            return event();
        }
        checkNoContext();
        List<String> parts =
                parts(InstructionRules.DST, n == 0 ? List.of() : InstructionRules.reduceTiles(n));
        TensorType group = operands.tensor(0);
        List<Finding> found =
                new ArrayList<>(
                        InstructionRules.treduce(group, operands.tensor(1), operands.tiles(2, n)));
        if (reduction.isPresent()) {
            found.addAll(
                    OperandRules.reduces(
                            arch,
                            reduction.get(),
                            new OperandRules.Named<>(InstructionRules.GROUP, group)));
        }
        found.addAll(OperandRules.disjoint(operands.placed(parts.subList(2, parts.size()), 2)));
        operands.report(found, parts);
        checkStages(n);
        return event();
    }

    private static List<String> parts(String second, List<String> tiles) {
        List<String> parts = new ArrayList<>(List.of(InstructionRules.GROUP, second));
        parts.addAll(tiles);
        return parts;
    }

    private void checkNoContext() {
        for (String name : List.of("cke", "mask", "source")) {
            op.attr(name)
                    .ifPresent(attr ->
                            Problem.error(CcuRules.CONTEXT, attr.span(), "the engine is AIV")
                                    .hint("add engine = #pto.coll_engine<CCU>")
                                    .to(problems));
        }
    }

    /** A trigger: the tiles may be left out where they are ignored; the last operand is selfIdx. */
    private Optional<Asm.Type> ccuReduce() {
        Optional<CcuInputSource> source = attributes.source();
        attributes.number("cke");
        attributes.number("mask");
        if (!arch.hasCcu()) {
            Problem.error(
                            CcuRules.ARCH,
                            op.attr("engine").map(Asm.Attr::span).orElse(op.span()),
                            "the chip is " + arch.spelling())
                    .hint("use the AIV engine, or an A5 (--chip 950)")
                    .to(problems);
        }
        int n = operands.tileCount(2);
        List<Class<?>> kinds = new ArrayList<>(List.of(Asm.Group.class, Asm.Memref.class));
        boolean needsAcc = source.isPresent() && source.get() == CcuInputSource.AivStored;
        for (int i = 0; i < Math.max(n, needsAcc ? 1 : 0); i++) {
            kinds.add(Asm.TileBuf.class);
        }
        kinds.add(Asm.Scalar.class);
        if (operands.matches(kinds)) {
            operands.counts(kinds.size() - 1);
        }
        return event();
    }

    private Optional<Asm.Type> collective() {
        int n = Math.min(2, operands.tileCount(2));
        List<Class<?>> kinds = new ArrayList<>(List.of(Asm.Group.class, Asm.Memref.class));
        for (int i = 0; i < n; i++) {
            kinds.add(Asm.TileBuf.class);
        }
        if (!operands.matches(kinds)) {
            return event();
        }
        TensorType group = operands.tensor(0);
        TensorType other = operands.tensor(1);
        boolean gathers = op.mnemonic() == Mnemonic.TGATHER;
        List<Finding> found =
                new ArrayList<>(
                        switch (op.mnemonic()) {
                            case TGATHER ->
                                    InstructionRules.tgather(
                                            group, other, operands.tiles(2, n), ranks);
                            case TSCATTER ->
                                    InstructionRules.tscatter(
                                            group, other, operands.tiles(2, n), ranks);
                            default ->
                                    InstructionRules.tbroadcast(group, other, operands.tiles(2, n));
                        });
        List<String> names = n == 0 ? List.of() : InstructionRules.stages(n);
        List<String> parts = parts(gathers ? InstructionRules.DST : InstructionRules.SRC, names);
        found.addAll(OperandRules.disjoint(operands.placed(names, 2)));
        operands.report(found, parts);
        checkStages(n);
        return event();
    }

    private Optional<Asm.Type> copy() {
        int n = Math.min(2, operands.tileCount(2));
        List<Class<?>> kinds = new ArrayList<>(List.of(Asm.Memref.class, Asm.Memref.class));
        for (int i = 0; i < n; i++) {
            kinds.add(Asm.TileBuf.class);
        }
        if (operands.matches(kinds)) {
            List<String> names = n == 0 ? List.of() : InstructionRules.stages(n);
            List<Finding> found =
                    new ArrayList<>(
                            InstructionRules.copy(
                                    operands.tensor(0),
                                    operands.tensor(1),
                                    operands.tiles(2, n),
                                    attributes.atomic()));
            found.addAll(OperandRules.disjoint(operands.placed(names, 2)));
            List<String> parts =
                    new ArrayList<>(List.of(InstructionRules.DST, InstructionRules.SRC));
            parts.addAll(names);
            operands.report(found, parts);
            checkStages(n);
        }
        return event();
    }

    private void checkStages(int tiles) {
        int stages = attributes.stages();
        if (stages != 1 && stages != 2) {
            Problem.error(
                            AsmRules.ATTRIBUTE,
                            op.attr("stages").map(Asm.Attr::span).orElse(op.span()),
                            "there are 1 or 2 stages")
                    .to(problems);
        } else if (tiles > 0 && op.attr("stages").isPresent()) {
            Problem.error(
                            AsmRules.ATTRIBUTE,
                            op.attr("stages").get().span(),
                            "the tiles are given already")
                    .to(problems);
        }
    }

    private Optional<Asm.Type> signal() {
        boolean fits = operands.matches(List.of(Asm.Memref.class, Asm.Scalar.class));
        if (fits) {
            operands.report(
                    InstructionRules.signal(operands.tensor(0)), List.of(InstructionRules.SIGNAL));
            if (operands.type(1) != Asm.Scalar.i32) {
                Problem.error(
                                AsmRules.TYPE,
                                op.operands().get(1).span(),
                                "this is " + AsmTypes.print(operands.type(1)))
                        .headline("the value of a signal is i32")
                        .hint("use arith.index_cast")
                        .to(problems);
            }
        }
        if (op.mnemonic() == Mnemonic.TNOTIFY) {
            attributes.notifyOp();
            return event();
        }
        attributes.cmp();
        return op.mnemonic() == Mnemonic.TWAIT ? event() : Optional.of(Asm.Scalar.i1);
    }

    private Optional<Asm.Type> tileOp() {
        switch (op.mnemonic()) {
            case TLOAD, TSTORE -> {
                boolean loads = op.mnemonic() == Mnemonic.TLOAD;
                List<Class<?>> kinds =
                        loads
                                ? List.of(Asm.TileBuf.class, Asm.Memref.class)
                                : List.of(Asm.Memref.class, Asm.TileBuf.class);
                if (operands.matches(kinds)) {
                    String part = loads ? InstructionRules.SRC : InstructionRules.DST;
                    TileType tile = operands.tiles(loads ? 0 : 1, 1).getFirst();
                    operands.report(
                            InstructionRules.fits(part, tile, operands.tensor(loads ? 1 : 0)),
                            loads ? List.of("tile", part) : List.of(part, "tile"));
                }
            }
            case TEXPANDS -> {
                if (operands.matches(List.of(Asm.TileBuf.class, Asm.Scalar.class))
                        && operands.type(1) != Asm.Scalar.f32) {
                    operands.counts(1);
                }
            }
            default -> {
                if (operands.matches(
                        List.of(Asm.TileBuf.class, Asm.TileBuf.class, Asm.TileBuf.class))) {
                    List<TileType> tiles = operands.tiles(0, 3);
                    operands.report(
                            InstructionRules.vector(tiles.get(0), tiles.get(1), tiles.get(2)),
                            List.of(InstructionRules.DST, "src0", "src1"));
                }
            }
        }
        return event();
    }

    private Optional<Asm.Type> ccu() {
        attributes.number("cke");
        if (!arch.hasCcu()) {
            Problem.error(CcuRules.ARCH, op.span(), "the chip is " + arch.spelling())
                    .hint("use the AIV engine, or an A5 (--chip 950)")
                    .to(problems);
        }
        if (op.mnemonic() == Mnemonic.CCU_LAUNCH) {
            operands.matches(List.of());
            return Optional.empty();
        }
        attributes.number("mask");
        attributes.reduceOp();
        if (operands.matches(List.of(Asm.Group.class, Asm.Memref.class))) {
            operands.report(
                    InstructionRules.treduce(operands.tensor(0), operands.tensor(1), List.of()),
                    List.of(InstructionRules.GROUP, InstructionRules.DST));
        }
        return Optional.empty();
    }
}

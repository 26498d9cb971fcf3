package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.isa.AtomicType;
import org.crosstile.isa.CcuInputSource;
import org.crosstile.isa.CollEngine;
import org.crosstile.isa.NotifyOp;
import org.crosstile.isa.ReduceOp;
import org.crosstile.isa.WaitCmp;

/**
 * What the attributes of a checked operation say, read once for all executions on all ranks.
 *
 * @param numbers whole numbers by name
 * @param offsets of a partition; empty where an operand says it
 * @param sizes of a partition
 * @param constant a Long or a Double
 * @param predicate of a comparison
 */
record Decoded(
        Optional<ReduceOp> reduceOp,
        Optional<NotifyOp> notifyOp,
        Optional<WaitCmp> cmp,
        AtomicType atomic,
        CollEngine engine,
        Optional<CcuInputSource> source,
        Map<String, Integer> numbers,
        List<OptionalLong> offsets,
        List<Long> sizes,
        Optional<Object> constant,
        String predicate) {
    Decoded {
        numbers = Map.copyOf(numbers);
        offsets = List.copyOf(offsets);
        sizes = List.copyOf(sizes);
    }

    /** The operations of a function; each is a key by itself, and not by what it says. */
    static Map<Asm.Op, Decoded> all(Asm.Function function) {
        Map<Asm.Op, Decoded> all = new IdentityHashMap<>();
        collect(function.body(), all);
        return all;
    }

    private static void collect(List<Asm.Stmt> body, Map<Asm.Op, Decoded> all) {
        for (Asm.Stmt stmt : body) {
            switch (stmt) {
                case Asm.Op op -> all.put(op, of(op));
                case Asm.If branch -> {
                    collect(branch.then(), all);
                    collect(branch.otherwise(), all);
                }
                case Asm.For loop -> collect(loop.body(), all);
            }
        }
    }

    private static Decoded of(Asm.Op op) {
        Attributes attributes = Attributes.of(op);
        Map<String, Integer> numbers = new HashMap<>();
        for (Asm.Attr attr : op.attrs()) {
            if (attr.kind().equals("i32")) {
                attributes
                        .optionalNumber(attr.name())
                        .ifPresent(value -> numbers.put(attr.name(), value));
            }
        }
        boolean isNotify = op.mnemonic() == Mnemonic.TNOTIFY;
        boolean reduces = op.attr("op").isPresent() && !isNotify;
        return new Decoded(
                reduces ? attributes.reduceOp() : Optional.empty(),
                isNotify ? attributes.notifyOp() : Optional.empty(),
                op.attr("cmp").isPresent() ? attributes.cmp() : Optional.empty(),
                attributes.atomic(),
                attributes.engine(),
                op.attr("source").isPresent() ? attributes.source() : Optional.empty(),
                numbers,
                offsets(op),
                entries(op, "sizes").stream().map(Long::valueOf).toList(),
                constant(op),
                op.attr("predicate").map(Asm.Attr::value).orElse("eq"));
    }

    private static List<String> entries(Asm.Op op, String name) {
        return op.attr(name).map(attr -> List.of(attr.value().split(",", -1))).orElse(List.of());
    }

    private static List<OptionalLong> offsets(Asm.Op op) {
        List<OptionalLong> offsets = new ArrayList<>();
        for (String entry : entries(op, "offsets")) {
            offsets.add(
                    entry.equals("%")
                            ? OptionalLong.empty()
                            : OptionalLong.of(Long.parseLong(entry)));
        }
        return offsets;
    }

    private static Optional<Object> constant(Asm.Op op) {
        if (op.mnemonic() != Mnemonic.CONSTANT) {
            return Optional.empty();
        }
        String value = op.attr("value").map(Asm.Attr::value).orElse("0");
        boolean isReal = !op.types().isEmpty() && op.types().getFirst().type() == Asm.Scalar.f32;
        return Optional.of(isReal ? (Object) Double.valueOf(value) : (Object) Long.valueOf(value));
    }

    /** A whole number that the operation must have. */
    int number(String name) {
        return Optional.ofNullable(numbers.get(name)).orElseThrow();
    }
}

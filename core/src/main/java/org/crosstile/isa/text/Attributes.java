package org.crosstile.isa.text;

import java.util.Arrays;
import java.util.Optional;
import org.crosstile.abi.Coded;
import org.crosstile.isa.AtomicType;
import org.crosstile.isa.CcuInputSource;
import org.crosstile.isa.CollEngine;
import org.crosstile.isa.NotifyOp;
import org.crosstile.isa.ReduceOp;
import org.crosstile.isa.WaitCmp;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** What the attributes of an operation mean. Reading them reports what is wrong with them. */
final class Attributes {
    /** How many tiles an instruction without tiles is given: 1 or 2 that take turns. */
    static final int STAGES = 2;

    private final Asm.Op op;
    private final Problems problems;

    Attributes(Asm.Op op, Problems problems) {
        this.op = op;
        this.problems = problems;
    }

    /** Attributes of an operation that has been checked. */
    static Attributes of(Asm.Op op) {
        return new Attributes(op, new Problems());
    }

    void checkNames() {
        for (Asm.Attr attr : op.attrs()) {
            if (!op.mnemonic().attributes().contains(attr.name())) {
                Problem.error(
                                AsmRules.ATTRIBUTE,
                                attr.span(),
                                op.mnemonic().text() + " has no `" + attr.name() + "`")
                        .hint(Names.suggestion(attr.name(), op.mnemonic().attributes()))
                        .to(problems);
            }
        }
    }

    private Span nameSpan() {
        return op.span();
    }

    /** A required attribute. */
    private Optional<Asm.Attr> required(String name, String example) {
        Optional<Asm.Attr> attr = op.attr(name);
        if (attr.isEmpty()) {
            Problem.error(
                            AsmRules.ATTRIBUTE,
                            nameSpan(),
                            op.mnemonic().text() + " needs `" + name + "`")
                    .hint("write {" + name + " = " + example + "}")
                    .to(problems);
        }
        return attr;
    }

    private <E extends Enum<E> & Coded> Optional<E> coded(
            Asm.Attr attr, String kind, Class<E> type) {
        Optional<E> value =
                attr.kind().equals(kind) ? Coded.bySpelling(type, attr.value()) : Optional.empty();
        if (value.isEmpty()) {
            String names =
                    String.join(
                            ", ",
                            Arrays.stream(type.getEnumConstants()).map(Coded::spelling).toList());
            Problem.error(
                            AsmRules.ATTRIBUTE,
                            attr.span(),
                            "`" + attr.name() + "` is a #pto." + kind + " of " + names)
                    .to(problems);
        }
        return value;
    }

    Optional<ReduceOp> reduceOp() {
        return required("op", "#pto.reduce_op<Sum>")
                .flatMap(a -> coded(a, "reduce_op", ReduceOp.class));
    }

    Optional<NotifyOp> notifyOp() {
        return required("op", "#pto.notify_op<AtomicAdd>")
                .flatMap(a -> coded(a, "notify_op", NotifyOp.class));
    }

    Optional<WaitCmp> cmp() {
        return required("cmp", "#pto.cmp<GE>").flatMap(a -> coded(a, "cmp", WaitCmp.class));
    }

    AtomicType atomic() {
        return op.attr("atomic")
                .flatMap(a -> coded(a, "atomic_type", AtomicType.class))
                .orElse(AtomicType.AtomicNone);
    }

    CollEngine engine() {
        return op.attr("engine")
                .flatMap(a -> coded(a, "coll_engine", CollEngine.class))
                .orElse(CollEngine.AIV);
    }

    Optional<CcuInputSource> source() {
        return required("source", "#pto.ccu_input_source<AivStored>")
                .flatMap(a -> coded(a, "ccu_input_source", CcuInputSource.class));
    }

    /** A required whole number. */
    Optional<Integer> number(String name) {
        return required(name, "0 : i32").flatMap(this::integer);
    }

    /** A whole number that may be left out. */
    Optional<Integer> optionalNumber(String name) {
        return op.attr(name).flatMap(this::integer);
    }

    /** How many stages lowering gives the instruction. */
    int stages() {
        return optionalNumber("stages").orElse(STAGES);
    }

    private Optional<Integer> integer(Asm.Attr attr) {
        try {
            if (attr.kind().equals("i32")) {
                return Optional.of(Integer.parseInt(attr.value()));
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        Problem.error(
                        AsmRules.ATTRIBUTE,
                        attr.span(),
                        "`" + attr.name() + "` is a whole number of 32 bits")
                .to(problems);
        return Optional.empty();
    }
}

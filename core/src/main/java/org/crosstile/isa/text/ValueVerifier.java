package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.isa.TensorType;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Checks an operation that makes a value, whose operands exist. */
final class ValueVerifier {
    private static final List<String> PREDICATES = List.of("eq", "ne", "slt", "sle", "sgt", "sge");

    private final Asm.Op op;
    private final List<Scope.Value> values;
    private final Operands operands;
    private final Problems problems;
    private final Attributes attributes;

    ValueVerifier(Asm.Op op, List<Scope.Value> values, Problems problems, Attributes attributes) {
        this.op = op;
        this.values = values;
        this.operands = new Operands(op, values, problems);
        this.problems = problems;
        this.attributes = attributes;
    }

    /** The type of the result; empty if there is none. */
    Optional<Asm.Type> verify() {
        Optional<Asm.Type> type =
                switch (op.mnemonic()) {
                    case BARRIER -> {
                        operands.matches(List.of());
                        yield Optional.empty();
                    }
                    case RANK, NRANKS -> {
                        operands.matches(List.of());
                        yield Optional.of(Asm.Scalar.index);
                    }
                    case PEER -> peer();
                    case GROUP -> group();
                    case PARTITION_VIEW -> partition();
                    case ALLOC_TILE -> tile();
                    case CONSTANT -> constant();
                    case CMPI -> compared();
                    case INDEX_CAST -> cast();
                    default -> number();
                };
        type.ifPresent(this::checkResult);
        if (type.isPresent() && op.result().isEmpty()) {
            Problem.error(
                            AsmRules.OPERANDS,
                            op.span(),
                            "the value of " + op.mnemonic().text() + " has no name")
                    .hint("write %name = in front of it")
                    .to(problems);
        }
        return type;
    }

    private void checkResult(Asm.Type type) {
        Optional<Asm.Typed> written =
                op.mnemonic().isArithmetic() && op.mnemonic() != Mnemonic.CMPI
                        ? op.types().stream().findFirst()
                        : op.resultType();
        written.filter(w -> !AsmTypes.isSame(w.type(), type))
                .ifPresent(w ->
                        Problem.error(
                                        AsmRules.TYPE,
                                        w.span(),
                                        "the result is " + AsmTypes.print(type))
                                .to(problems));
    }

    private Optional<Asm.Memref> window() {
        Asm.Memref memref = (Asm.Memref) operands.type(0);
        if (!memref.isWindow()) {
            Problem.error(
                            AsmRules.PEER,
                            op.operands().getFirst().span(),
                            "this is no window: " + AsmTypes.print(memref))
                    .headline("only windows exist on other ranks")
                    .see(operands.definition(0), "declared here")
                    .hint("add `window` to its type, as in !pto.memref<16xf32, window>")
                    .to(problems);
            return Optional.empty();
        }
        return Optional.of(memref);
    }

    private Optional<Asm.Type> peer() {
        if (!operands.matches(List.of(Asm.Memref.class, Asm.Scalar.class)) || !operands.counts(1)) {
            return Optional.empty();
        }
        return window().map(w -> new Asm.Memref(w.tensor(), w.rank(), false));
    }

    private Optional<Asm.Type> group() {
        attributes.number("root");
        if (!operands.matches(List.of(Asm.Memref.class))) {
            return Optional.empty();
        }
        return window().map(w -> new Asm.Group(w.tensor(), w.rank()));
    }

    private Optional<Asm.Type> tile() {
        operands.matches(List.of());
        if (op.types().isEmpty() || !(op.types().getFirst().type() instanceof Asm.TileBuf)) {
            Problem.error(AsmRules.OPERANDS, op.span(), "this has no tile type")
                    .hint("write : !pto.tile_buf<vec, 16x64xf32, valid=?x?> behind it")
                    .to(problems);
            return Optional.empty();
        }
        return op.types().stream().map(Asm.Typed::type).findFirst();
    }

    private Optional<Asm.Type> partition() {
        List<Class<?>> kinds = new ArrayList<>(List.of(Asm.Memref.class));
        values.stream().skip(1).forEach(v -> kinds.add(Asm.Scalar.class));
        if (!operands.matches(kinds)) {
            return Optional.empty();
        }
        for (int i = 1; i < operands.size(); i++) {
            if (!operands.counts(i)) {
                return Optional.empty();
            }
        }
        Asm.Memref memref = (Asm.Memref) operands.type(0);
        int rank = memref.rank();
        List<String> offsets = list("offsets", rank);
        List<String> sizes = list("sizes", rank);
        if (offsets.size() != rank || sizes.size() != rank) {
            return Optional.empty();
        }
        List<Long> shape = new ArrayList<>(memref.tensor().shape());
        for (int i = 0; i < rank; i++) {
            if (sizes.get(i).equals("%")) {
                Problem.error(AsmRules.VIEW, op.span(), "size " + i + " is a value")
                        .headline("the sizes of a partition are numbers")
                        .to(problems);
                return Optional.empty();
            }
            int d = TensorType.RANK - rank + i;
            long size = number(sizes.get(i));
            long offset = offsets.get(i).equals("%") ? 0 : number(offsets.get(i));
            if (size < 0 || offset < 0 || offset + size > shape.get(d)) {
                Problem.error(
                                AsmRules.VIEW,
                                op.span(),
                                "offset "
                                        + offset
                                        + " + size "
                                        + size
                                        + " exceeds "
                                        + shape.get(d)
                                        + " in dimension "
                                        + i)
                        .see(operands.definition(0), "this is " + AsmTypes.print(memref))
                        .to(problems);
                return Optional.empty();
            }
            shape.set(d, size);
        }
        TensorType part =
                new TensorType(
                        memref.tensor().dtype(),
                        shape,
                        memref.tensor().stride(),
                        memref.tensor().layout());
        return Optional.of(new Asm.Memref(part, rank, memref.isWindow()));
    }

    private static long number(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private List<String> list(String name, int rank) {
        List<String> entries =
                op.attr(name).map(a -> List.of(a.value().split(",", -1))).orElse(List.of());
        if (entries.size() != rank) {
            Problem.error(
                            AsmRules.OPERANDS,
                            op.attr(name).map(Asm.Attr::span).orElse(op.span()),
                            entries.size() + " " + name + " for " + rank + " dimensions")
                    .hint("write offsets = [...], sizes = [...]")
                    .to(problems);
        }
        return entries;
    }

    private Optional<Asm.Type> constant() {
        operands.matches(List.of());
        Asm.Type type = op.types().isEmpty() ? Asm.Scalar.index : op.types().getFirst().type();
        String value = op.attr("value").map(Asm.Attr::value).orElse("0");
        boolean fits =
                switch (type) {
                    case Asm.Scalar s when s == Asm.Scalar.f32 -> true;
                    case Asm.Scalar s when s == Asm.Scalar.index -> isWithin(value, Long.MAX_VALUE);
                    case Asm.Scalar s when s == Asm.Scalar.i32 ->
                            isWithin(value, Integer.MAX_VALUE);
                    default -> false;
                };
        if (!fits) {
            Problem.error(
                            AsmRules.TYPE,
                            op.span(),
                            value + " is no constant of " + AsmTypes.print(type))
                    .hint("there are constants of index, i32 and f32")
                    .to(problems);
            return Optional.of(Asm.Scalar.index);
        }
        return Optional.of(type);
    }

    private static boolean isWithin(String value, long most) {
        try {
            long number = Long.parseLong(value);
            return number <= most && number >= -most - 1;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Both operands have one type, index or i32. */
    private Optional<Asm.Type> number() {
        if (!operands.matches(List.of(Asm.Scalar.class, Asm.Scalar.class))) {
            return Optional.empty();
        }
        Asm.Type type = operands.type(0);
        boolean counts = type == Asm.Scalar.index || type == Asm.Scalar.i32;
        if (!counts || operands.type(1) != type) {
            Problem.error(
                            AsmRules.TYPE,
                            op.operands().get(1).span(),
                            "this is " + AsmTypes.print(operands.type(1)))
                    .headline("both operands are index, or both are i32")
                    .see(op.operands().get(0).span(), "and this " + AsmTypes.print(type))
                    .hint("use arith.index_cast")
                    .to(problems);
        }
        return Optional.of(counts ? type : Asm.Scalar.index);
    }

    private Optional<Asm.Type> compared() {
        String predicate = op.attr("predicate").map(Asm.Attr::value).orElse("");
        if (!PREDICATES.contains(predicate)) {
            Problem.error(
                            AsmRules.ATTRIBUTE,
                            op.attr("predicate").map(Asm.Attr::span).orElse(op.span()),
                            "there is no comparison `" + predicate + "`")
                    .hint("there are " + String.join(", ", PREDICATES))
                    .to(problems);
        }
        return number().map(type -> Asm.Scalar.i1);
    }

    private Optional<Asm.Type> cast() {
        if (!operands.matches(List.of(Asm.Scalar.class)) || !operands.counts(0)) {
            return Optional.empty();
        }
        Asm.Type to = op.resultType().map(Asm.Typed::type).orElse(Asm.Scalar.i32);
        if (to != Asm.Scalar.index && to != Asm.Scalar.i32) {
            Problem.error(AsmRules.TYPE, op.span(), "this is a cast to " + AsmTypes.print(to))
                    .hint("cast to index or i32")
                    .to(problems);
            return Optional.of(Asm.Scalar.i32);
        }
        return Optional.of(to);
    }
}

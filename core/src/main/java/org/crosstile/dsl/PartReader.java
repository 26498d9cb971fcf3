package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.model.Binding;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Turns parts of tensors into slices and assembles. */
final class PartReader {
    private final NodeReader reader;
    private final Problems problems;

    PartReader(NodeReader reader, Problems problems) {
        this.reader = reader;
        this.problems = problems;
    }

    /** One dimension: where it begins, how far it goes, whether it is dropped. */
    private record Extent(Expr offset, Expr extent, boolean isDropped) {}

    Expr read(Node.Part node) {
        Expr of = reader.value(node.of());
        List<Expr> shape = ((Type.TensorLike) of.type()).shape();
        List<Extent> extents = extents(node, of, shape);
        Expr offsets = new Expr.Tuple(extents.stream().map(Extent::offset).toList(), node.place());
        if (node.written().isPresent()) {
            return bind(
                    "pl.tensor.assemble",
                    List.of(of, reader.value(node.written().get()), offsets),
                    List.of(),
                    node);
        }
        List<Expr> dropped = new ArrayList<>();
        for (int i = 0; i < extents.size(); i++) {
            if (extents.get(i).isDropped()) {
                dropped.add(Exprs.index(i));
            }
        }
        List<Binding.Keyword> keywords =
                dropped.isEmpty()
                        ? List.of()
                        : List.of(
                                new Binding.Keyword(
                                        "drop_dims",
                                        new Expr.Tuple(dropped, node.place()),
                                        node.place()));
        Expr sizes = new Expr.Tuple(extents.stream().map(Extent::extent).toList(), node.place());
        return bind("pl.tensor.slice", List.of(of, sizes, offsets), keywords, node);
    }

    private Expr bind(
            String op, List<Expr> operands, List<Binding.Keyword> keywords, Node.Part node) {
        return Binding.bind(
                        Catalogue.standard().named(op).getFirst(),
                        operands,
                        operands.stream().map(o -> node.place()).toList(),
                        keywords,
                        node.place(),
                        problems)
                .orElseThrow(Rejected::new);
    }

    private List<Extent> extents(Node.Part node, Expr of, List<Expr> shape) {
        if (node.bounds().size() > shape.size()) {
            Problem.error(
                            DslRules.SUBSCRIPT,
                            node.place(),
                            node.bounds().size() + " subscripts given")
                    .headline("there must not be more subscripts than dimensions")
                    .see(of.span(), "this has " + shape.size() + " dimensions")
                    .to(problems);
            throw new Rejected();
        }
        List<Extent> extents = new ArrayList<>();
        for (int i = 0; i < shape.size(); i++) {
            if (i >= node.bounds().size()) {
                extents.add(new Extent(Exprs.index(0), shape.get(i), false));
                continue;
            }
            Node.Bounds bounds = node.bounds().get(i);
            Expr low = bounds.low().map(b -> offset(b, node)).orElse(Exprs.index(0));
            if (bounds.isDropped()) {
                extents.add(new Extent(low, Exprs.index(1), true));
            } else {
                Optional<Expr> high = bounds.high().map(b -> offset(b, node));
                extents.add(new Extent(low, distance(low, high.orElse(shape.get(i))), false));
            }
        }
        return extents;
    }

    private Expr offset(Node node, Node.Part part) {
        Expr offset = reader.value(node);
        OptionalLong value = Exprs.constant(offset);
        if (value.isPresent() && value.getAsLong() < 0) {
            Problem.error(DslRules.SUBSCRIPT_NEGATIVE, part.place(), "one is " + value.getAsLong())
                    .hint("count from the beginning")
                    .to(problems);
            throw new Rejected();
        }
        return offset;
    }

    /** {@code high - low}, where {@code low} cancels out if it does. */
    private static Expr distance(Expr low, Expr high) {
        if (high instanceof Expr.Binary sum && sum.op() == Expr.BinaryOp.ADD) {
            if (Structure.same(sum.left(), low)) {
                return sum.right();
            }
            if (Structure.same(sum.right(), low)) {
                return sum.left();
            }
        }
        return Exprs.sub(high, low);
    }
}

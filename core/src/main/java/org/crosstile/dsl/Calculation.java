package org.crosstile.dsl;

import java.util.List;
import java.util.Optional;
import org.crosstile.source.Span;

/** Notes scalar arithmetic. What consists of constants and symbolic extents only has no place. */
final class Calculation {
    private Calculation() {}

    static Scalar arithmetic(String symbol, Scalar a, Scalar b) {
        return new Scalar(note(symbol, List.of(a.node(), b.node())));
    }

    static Scalar negate(Scalar a) {
        return new Scalar(note("-", List.of(a.node())));
    }

    static Condition comparison(String symbol, Scalar a, Scalar b) {
        return new Condition(note(symbol, List.of(a.node(), b.node())));
    }

    static Condition logic(String symbol, Condition a, Condition b) {
        return new Condition(note(symbol, List.of(a.node(), b.node())));
    }

    static Condition not(Condition a) {
        return new Condition(note("not", List.of(a.node())));
    }

    private static Node note(String symbol, List<Node> operands) {
        boolean isConstant = operands.stream().allMatch(Calculation::isConstant);
        Optional<Recorder> recorder = Recorder.ifBuilding();
        Span place = recorder.map(Recorder::place).orElse(Span.NONE);
        Node.Calc node = new Node.Calc(symbol, operands, place);
        return isConstant ? node : Recorder.current().evaluate(node);
    }

    private static boolean isConstant(Node node) {
        return node instanceof Node.Literal || (node instanceof Node.Calc && node.home().isEmpty());
    }
}

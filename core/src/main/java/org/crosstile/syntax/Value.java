package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.source.Span;

/** What a Python name holds when a DSL body captures it. */
sealed interface Value {
    record Whole(long value) implements Value {}

    record Real(double value) implements Value {}

    record Truth(boolean value) implements Value {}

    record Text(String value) implements Value {}

    record Element(DType value) implements Value {}

    record Code(Coded value) implements Value {}

    /** A symbolic extent or arithmetic on some. */
    record Extent(Expr value) implements Value {}

    record Items(List<Value> items) implements Value {}

    record Nothing() implements Value {}

    /** A program class or a function, by name. */
    record Unit(String name) implements Value {}

    /** A value that needs more of Python than is evaluated here; an error only where it is used. */
    record Unknown(String why, Span where) implements Value {}

    /** True for values that scalar arithmetic is done on. */
    default boolean isNumber() {
        return this instanceof Whole || this instanceof Real || this instanceof Truth;
    }

    /** The constant that stands for this value in a DSL body. */
    default Expr toExpr(Span span) {
        return switch (this) {
            case Whole w -> new Expr.Int(w.value(), DType.INDEX, span);
            case Real r -> new Expr.Real(r.value(), DType.FP32, span);
            case Truth t -> new Expr.Bool(t.value(), span);
            case Text t -> new Expr.Text(t.value(), span);
            case Element e -> new Expr.Element(e.value(), span);
            case Code c -> new Expr.Code(c.value(), span);
            case Extent e -> e.value();
            case Items i -> {
                List<Expr> items = new ArrayList<>();
                i.items().forEach(item -> items.add(item.toExpr(span)));
                yield new Expr.Tuple(items, span);
            }
            default -> new Expr.None(span);
        };
    }

    /** How messages name the value. */
    default String describe() {
        return switch (this) {
            case Whole w -> Long.toString(w.value());
            case Real r -> Double.toString(r.value());
            case Truth t -> t.value() ? "True" : "False";
            case Text t -> Quotes.quote(t.value());
            case Element e -> "pl." + e.value();
            case Code c -> c.value().getClass().getSimpleName() + "." + c.value().spelling();
            case Extent e ->
                    e.value() instanceof org.crosstile.model.Dim d ? d.name() : "a symbolic extent";
            case Items i -> "a list of " + i.items().size();
            case Nothing n -> "None";
            case Unit u -> "`" + u.name() + "`";
            case Unknown u -> "unknown: " + u.why();
        };
    }
}

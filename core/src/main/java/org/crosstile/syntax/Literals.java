package org.crosstile.syntax;

import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Numbers that take the type of the place where they are written. */
final class Literals {
    private Literals() {}

    /**
     * A number in another type; empty if the value is none or the type is none of numbers.
     *
     * @throws Rejected if the number does not fit, which has been reported
     */
    static Optional<Expr> as(Type type, Expr value, Problems problems) {
        if (!(type instanceof Type.Scalar s)) {
            return Optional.empty();
        }
        DType dtype = s.dtype();
        return switch (value) {
            case Expr.Int i when dtype.isInteger() -> {
                if (dtype.wrap(i.value()) != i.value()) {
                    Problem.error(SyntaxRules.NUMBER, i.span(), "this is " + i.value())
                            .headline("a number must fit in its type, which is " + dtype)
                            .to(problems);
                    throw new Rejected();
                }
                yield Optional.of(new Expr.Int(i.value(), dtype, i.span()));
            }
            case Expr.Int i when dtype.isFloat() ->
                    Optional.of(new Expr.Real(dtype.round((double) i.value()), dtype, i.span()));
            case Expr.Real r when dtype.isFloat() ->
                    Optional.of(new Expr.Real(dtype.round(r.value()), dtype, r.span()));
            default -> Optional.empty();
        };
    }
}

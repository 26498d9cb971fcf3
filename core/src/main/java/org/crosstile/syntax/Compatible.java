package org.crosstile.syntax;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/** Whether a value may be said to have a type: what is not provably different passes. */
final class Compatible {
    private Compatible() {}

    static boolean types(Type said, Type found) {
        return switch (said) {
            case Type.Scalar s -> found instanceof Type.Scalar f && s.dtype() == f.dtype();
            case Type.TensorLike s ->
                    found instanceof Type.TensorLike f
                            && s.getClass() == f.getClass()
                            && s.dtype() == f.dtype()
                            && shapes(s.shape(), f.shape());
            case Type.Tile s ->
                    found instanceof Type.Tile f
                            && s.dtype() == f.dtype()
                            && (shapes(s.shape(), f.shape()) || isFlattened(s.shape(), f.shape()));
            case Type.Tuple s -> {
                boolean fits =
                        found instanceof Type.Tuple f && f.items().size() == s.items().size();
                for (int i = 0; fits && i < s.items().size(); i++) {
                    fits = types(s.items().get(i), ((Type.Tuple) found).items().get(i));
                }
                yield fits;
            }
            default -> said.equals(found);
        };
    }

    /** Whether a tile is said to have as rows what its value has as leading dimensions. */
    private static boolean isFlattened(List<Expr> said, List<Expr> found) {
        return said.size() == 2
                && found.size() > 2
                && shapes(
                        said,
                        List.of(
                                Exprs.product(found.subList(0, found.size() - 1)),
                                found.getLast()));
    }

    private static boolean shapes(List<Expr> said, List<Expr> found) {
        if (said.size() != found.size()) {
            return false;
        }
        for (int i = 0; i < said.size(); i++) {
            OptionalLong a = Exprs.constant(said.get(i));
            OptionalLong b = Exprs.constant(found.get(i));
            if (a.isPresent() && b.isPresent() && a.getAsLong() != b.getAsLong()) {
                return false;
            }
        }
        return true;
    }
}

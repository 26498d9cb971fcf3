package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.MemorySpace;
import org.crosstile.model.Function;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;

/** Writes types as annotations. */
final class TypePrinter {
    private final ExprPrinter exprs;

    TypePrinter(ExprPrinter exprs) {
        this.exprs = exprs;
    }

    String parameter(Function.Param param) {
        String type = type(param.var().type());
        return switch (param.direction()) {
            case IN -> type;
            case OUT -> "pl.Out[" + type + "]";
            case INOUT -> "pl.InOut[" + type + "]";
        };
    }

    String type(Type type) {
        return type(type, false);
    }

    /** A type with everything said that an annotation may leave open. */
    String full(Type type) {
        return type(type, true);
    }

    private String type(Type type, boolean full) {
        return switch (type) {
            case Type.Scalar s -> "pl.Scalar[pl." + s.dtype() + "]";
            case Type.Tensor t -> "pl.Tensor[" + tensor(t, full) + "]";
            case Type.Window t -> "pld.DistributedTensor[" + tensor(t, full) + "]";
            case Type.Tile t -> tile(t, full);
            case Type.Array a -> "pl.Array[" + a.extent() + ", pl." + a.dtype() + "]";
            case Type.Tuple t -> {
                List<String> items = new ArrayList<>();
                t.items().forEach(item -> items.add(type(item, full)));
                yield "pl.Tuple[" + String.join(", ", items) + "]";
            }
            case Type.Opaque o ->
                    switch (o) {
                        case UNKNOWN -> "pl.UnknownType";
                        case PTR -> "pl.Ptr";
                        case COMM_CTX -> "pld.CommCtxType";
                    };
        };
    }

    private String tensor(Type.TensorLike t, boolean full) {
        String text = exprs.list(t.shape()) + ", pl." + t.dtype();
        TensorView view = t.view();
        boolean plain = view.isPacked() && view.valid().isEmpty();
        return plain && !full ? text : text + ", " + view(view);
    }

    private String view(TensorView view) {
        List<String> parts = new ArrayList<>();
        if (!view.stride().isEmpty()) {
            parts.add("stride=" + exprs.list(view.stride()));
        }
        if (view.layout() != TensorView.Layout.ND) {
            parts.add("layout=pl.TensorLayout." + view.layout());
        }
        if (!view.valid().isEmpty()) {
            parts.add("valid_shape=" + exprs.list(view.valid()));
        }
        return "pl.TensorView(" + String.join(", ", parts) + ")";
    }

    private String tile(Type.Tile t, boolean full) {
        StringBuilder text = new StringBuilder("pl.Tile[");
        text.append(exprs.list(t.shape())).append(", pl.").append(t.dtype());
        if (full || t.space() != MemorySpace.Vec) {
            text.append(", ").append(Constants.spelling(t.space()));
        }
        if (t.address().isPresent()) {
            text.append(", pl.MemRef(").append(t.address().getAsInt()).append(')');
        }
        if (full || !t.valid().isEmpty()) {
            text.append(", pl.TileView(valid_shape=")
                    .append(exprs.list(t.effectiveValid()))
                    .append(')');
        }
        return text.append(']').toString();
    }
}

package org.crosstile.lower;

import java.util.List;
import java.util.Map;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/** Writes the addresses into the types of tiles, and takes out copies of a tile to itself. */
final class TileAddresses extends Renamer {
    private final Map<Var, Integer> addresses;
    private final TileBuffers buffers;

    TileAddresses(Map<Var, Integer> addresses, TileBuffers buffers) {
        this.addresses = addresses;
        this.buffers = buffers;
    }

    @Override
    protected List<Stmt> statement(Stmt s) {
        if (!(s instanceof Stmt.Assign x)
                || !(x.value() instanceof Expr.Call c)
                || !TileLives.isTile(x.target())) {
            return super.statement(s);
        }
        if (TileCopies.isCopy(c)
                && c.args().getFirst() instanceof Var from
                && buffers.together(from, x.target())) {
            replace(x.target(), image(from));
            return List.of();
        }
        Expr.Call call = (Expr.Call) expr(c);
        Var target = define(x.target());
        Type.Tile place = (Type.Tile) target.type();
        Type.Tile type = ((Type.Tile) call.type()).withAddress(place.address().orElseThrow());
        return List.of(new Stmt.Assign(target, call.with(call.args(), type), x.span()));
    }

    @Override
    protected Var define(Var v) {
        Integer address = addresses.get(v);
        if (address == null) {
            return super.define(v);
        }
        Type.Tile type = (Type.Tile) type(v.type());
        Var placed = new Var(v.name(), type.withAddress(address), v.span());
        replace(v, placed);
        return placed;
    }
}

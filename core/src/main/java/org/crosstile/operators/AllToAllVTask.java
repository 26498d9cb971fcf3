package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/**
 * The kernel that carries out all_to_all_v as a task of its own. It learns all extents when it
 * runs, so that calls of any size share it:
 *
 * <pre>
 * most = rows of target / ranks
 * barrier 1
 * for dest in ranks:
 *     rows = send_counts[dest] cut to 0..most
 *     set recv_counts[my] of dest to rows
 *     push rows * columns elements from block dest of input to block my of dest's target, 256 at a time
 * barrier 2
 * </pre>
 */
final class AllToAllVTask {
    /** Elements that one step moves. */
    static final int PIECE = 256;

    private final Span span;
    private final Builder body;
    private final List<Function.Param> params = new ArrayList<>();

    private AllToAllVTask(Span span) {
        this.span = span;
        this.body = new Builder(span, new Builder.NameSource());
    }

    static String name(DType dtype) {
        return "__builtin_all_to_all_v__" + dtype.name().toLowerCase(Locale.ROOT);
    }

    static Function kernel(DType dtype, Span span) {
        return new AllToAllVTask(span).write(dtype);
    }

    private Var param(String name, Type type, Direction direction) {
        Var var = body.fresh(name, type);
        params.add(new Function.Param(var, direction));
        return var;
    }

    private Dim dim(String name) {
        return new Dim(name, span);
    }

    private Function write(DType dtype) {
        List<Expr> matrix = List.of(dim("ROWS"), dim("COLUMNS"));
        Var input = param("input", new Type.Tensor(matrix, dtype), Direction.IN);
        Var target = param("target", new Type.Window(matrix, dtype), Direction.INOUT);
        Var signal = param("signal", window("CELLS"), Direction.INOUT);
        Var sent =
                param(
                        "send_counts",
                        new Type.Tensor(List.of(dim("SENT"), Exprs.index(1)), DType.INT32),
                        Direction.IN);
        Var received = param("recv_counts", window("RECEIVED"), Direction.INOUT);
        body.run(
                Enter.OP,
                target,
                signal,
                new Expr.Text("all_to_all_v", span),
                body.let("size", Exprs.product(matrix)),
                matrix.get(1),
                new Expr.None(span),
                new Expr.Text("", span),
                new Expr.None(span));
        CreditBarrier credits = CreditBarrier.over(target, signal, body);
        Apart.write(input, target, body);
        Expr most = body.let("most", Exprs.floorDiv(matrix.get(0), credits.ranks()));
        Expr all = Exprs.tuple(Exprs.index(1), Exprs.mul(matrix.get(0), matrix.get(1)));
        Expr from = body.let("elements", ViewAs.OP, input, all);
        Expr to = body.let("to", ViewAs.OP, target, all);
        Expr stage = Staging.tile(body, "tput_stage", dtype, 1, PIECE);
        credits.barrier(1);
        body.loop(
                "dest",
                credits.ranks(),
                dest -> {
                    Expr asked = AllToAllV.count(sent, dest, body);
                    Expr rows = body.let("rows", AllToAllV.clamped(asked, most));
                    body.run(ReportRows.OP, target, dest, asked, rows);
                    Expr cell = Exprs.tuple(credits.my(), Exprs.index(0));
                    Publish.write(received, dest, cell, rows, body);
                    Expr block = Exprs.mul(most, matrix.get(1));
                    Expr source = body.let("source", Exprs.mul(dest, block));
                    Expr place = body.let("place", Exprs.mul(credits.my(), block));
                    Expr count = body.let("count", Exprs.mul(rows, matrix.get(1)));
                    push(new Move(to, place, from, source, count), dest, stage);
                });
        credits.barrier(2);
        credits.epilogue(2);
        body.add(new Stmt.Return(List.of(target), span));
        return new Function(
                name(dtype),
                Function.Kind.AIV,
                Function.Level.AIV,
                Function.Role.SubWorker,
                params,
                List.of(target.type()),
                body.block(),
                Map.of("template", new Expr.Text("all_to_all_v", span)),
                "",
                span);
    }

    private Type.Window window(String cells) {
        return new Type.Window(List.of(dim(cells), Exprs.index(1)), DType.INT32);
    }

    /** Elements that go from one place of a row to one place of another. */
    private record Move(Expr to, Expr place, Expr from, Expr source, Expr count) {}

    private void push(Move move, Expr dest, Expr stage) {
        Expr zero = Exprs.index(0);
        body.loop(
                "at",
                zero,
                move.count(),
                Exprs.index(PIECE),
                at ->
                        body.run(
                                TilePut.OP,
                                move.to(),
                                dest,
                                move.from(),
                                stage,
                                new Expr.None(span),
                                Exprs.tuple(zero, Exprs.add(move.place(), at)),
                                Exprs.tuple(zero, Exprs.add(move.source(), at)),
                                Exprs.tuple(
                                        Exprs.index(1),
                                        Exprs.min(
                                                Exprs.index(PIECE), Exprs.sub(move.count(), at)))));
    }
}

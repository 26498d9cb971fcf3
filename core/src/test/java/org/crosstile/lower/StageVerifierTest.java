package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.operators.Catalogue;
import org.junit.jupiter.api.Test;

/** A pass that leaves out what it promises is found out. */
class StageVerifierTest {
    private static final String PROGRAM =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[4, 64], pl.FP32],
                    data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
                    counts: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
                    for i in pl.range(4):
                        data = pl.store(pl.load(x, [i, 0], [1, 64]), [i, 0], data)
                    pl.write(counts, [0, 0], pl.const(1, pl.INT32))
                    if pld.nranks(pld.get_comm_ctx(data)) > 1:
                        pld.tensor.put(data, 1, x)
                    pld.tile.remote_store(pl.load(x, [0, 0], [1, 64]), data, peer=0, offsets=[0, 0])
                    pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
                    pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            """;

    private static final Toolbox TOOLBOX = new Toolbox(Catalogue.standard().all());

    /** Leaves out one of the fences and invalidations. */
    private static final class Dropping extends Rewriter {
        private final int wanted;
        private int seen;

        Dropping(int wanted) {
            this.wanted = wanted;
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            boolean marker =
                    s instanceof Stmt.Eval eval
                            && eval.value() instanceof Expr.Call call
                            && (call.op() instanceof Capability.Fences
                                    || call.op() instanceof Capability.InvalidatesCache);
            return marker && seen++ == wanted ? List.of() : super.statement(s);
        }
    }

    @Test
    void every_fence_and_every_invalidation_is_missed() {
        Program given = Texts.after("MaterializeDistTensorCtx", PROGRAM);
        Program fenced = Texts.after("InsertCommFence", PROGRAM);
        Pass pass = new InsertCommFence(TOOLBOX);
        assertThatCode(() -> StageVerifier.verify(given, fenced, pass, TOOLBOX))
                .doesNotThrowAnyException();

        int dropped = 0;
        while (true) {
            Dropping dropping = new Dropping(dropped);
            Program without = fenced.map(dropping::function);
            if (dropping.seen <= dropped) {
                break;
            }
            assertThatThrownBy(() -> StageVerifier.verify(given, without, pass, TOOLBOX))
                    .hasMessageContaining("is not followed by");
            dropped++;
        }
        assertThat(dropped).isEqualTo(7);
    }

    @Test
    void a_call_of_another_function_is_fenced_too() {
        Expr.FnCall call = call();
        Stmt calls = new Stmt.Eval(call, call.span());
        List<Stmt> markers = InsertCommFence.markers(calls, TOOLBOX);

        assertThat(markers).hasSize(2);
        assertThat(InsertCommFence.follow(markers, List.of(calls), 1)).isFalse();
        Block fenced = InsertCommFence.inOrder(new Block(List.of(calls)), TOOLBOX);
        assertThat(InsertCommFence.follow(markers, fenced.statements(), 1)).isTrue();
    }

    private static Expr.FnCall call() {
        Expr.FnCall[] found = new Expr.FnCall[1];
        Program program =
                Texts.after(
                        "MaterializeDistTensorCtx",
                        PROGRAM
                                + """
                                    @pl.function(type=pl.FunctionType.Orchestration)
                                    def chip(
                                        self,
                                        x: pl.Tensor[[4, 64], pl.FP32],
                                        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
                                        counts: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                                        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                                    ):
                                        self.kernel(x, data, counts, sig)
                                """);
        Walk.expressions(
                program.find("chip").orElseThrow().body(),
                e -> found[0] = e instanceof Expr.FnCall c ? c : found[0]);
        return found[0];
    }
}

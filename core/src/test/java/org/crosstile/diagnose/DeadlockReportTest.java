package org.crosstile.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.SignalCell;
import org.crosstile.record.Standstill;
import org.crosstile.record.TaskRecord;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class DeadlockReportTest {
    private static final Type WINDOW = new Type.Window(Exprs.indices(2, 1), DType.INT32);

    /** A kernel under a chip function under a host function; site numbers are line numbers. */
    private static final class Fixture {
        private final SourceText text;
        private final List<Stmt> kernel = new ArrayList<>();
        private final Var sig = new Var("sig", WINDOW, Span.NONE);

        Fixture(String text) {
            this.text = new SourceText("demo.py", text);
        }

        Span line(int line) {
            return text.lineSpan(line);
        }

        Fixture notify(int line, Expr peer, long cell) {
            return notify(line(line), peer, cell);
        }

        Fixture notify(Span span, Expr peer, long cell) {
            List<Expr> args =
                    List.of(
                            sig,
                            peer,
                            Exprs.tuple(Exprs.index(cell), Exprs.index(0)),
                            Exprs.int32(1),
                            new Expr.Code(NotifyOp.AtomicAdd, Span.NONE));
            return eval(new Expr.Call(SignalOps.Notify.OP, args, Type.Opaque.UNKNOWN, span));
        }

        Fixture await(int line, long cell) {
            return await(line(line), cell);
        }

        Fixture await(Span span, long cell) {
            List<Expr> args =
                    List.of(
                            sig,
                            Exprs.tuple(Exprs.index(cell), Exprs.index(0)),
                            Exprs.int32(1),
                            new Expr.Code(WaitCmp.Ge, Span.NONE));
            return eval(new Expr.Call(SignalOps.Wait.OP, args, Type.Opaque.UNKNOWN, span));
        }

        private Fixture eval(Expr call) {
            kernel.add(new Stmt.Eval(call, call.span()));
            return this;
        }

        Program program(boolean loop) {
            Block body = new Block(kernel);
            if (loop) {
                Var i = new Var("i", Type.INDEX, Span.NONE);
                body =
                        new Block(
                                List.of(
                                        new Stmt.For(
                                                i,
                                                Exprs.index(0),
                                                Exprs.index(3),
                                                Exprs.index(1),
                                                Stmt.LoopKind.RANGE,
                                                List.of(),
                                                body,
                                                List.of(),
                                                Map.of(),
                                                Span.NONE)));
            }
            Var chipSig = new Var("s", WINDOW, Span.NONE);
            Expr call =
                    new Expr.FnCall(
                            "kernel", List.of(chipSig), Map.of(), Type.Opaque.UNKNOWN, Span.NONE);
            Var buffer = new Var("flags", Type.Opaque.PTR, Span.NONE);
            Var view = new Var("v", WINDOW, Span.NONE);
            Expr alloc = new Expr.Call(SignalOps.Alloc.OP, List.of(), Type.Opaque.PTR, Span.NONE);
            Expr window =
                    new Expr.Call(
                            SignalOps.Window.OP, List.of(buffer, Exprs.tuple()), WINDOW, Span.NONE);
            Expr launch =
                    new Expr.FnCall(
                            "chip", List.of(view), Map.of(), Type.Opaque.UNKNOWN, Span.NONE);
            return new Program(
                    "demo",
                    List.of(
                            function("kernel", Function.Kind.InCore, List.of(sig), body),
                            function(
                                    "chip",
                                    Function.Kind.Orchestration,
                                    List.of(chipSig),
                                    new Block(List.of(new Stmt.Eval(call, Span.NONE)))),
                            function(
                                    "host",
                                    Function.Kind.Orchestration,
                                    List.of(),
                                    new Block(
                                            List.of(
                                                    new Stmt.Assign(buffer, alloc, Span.NONE),
                                                    new Stmt.Assign(view, window, Span.NONE),
                                                    new Stmt.Eval(launch, Span.NONE))))),
                    Span.NONE);
        }

        private static Function function(
                String name, Function.Kind kind, List<Var> params, Block body) {
            return new Function(
                    name,
                    kind,
                    Function.Level.CHIP,
                    Function.Role.Orchestrator,
                    params.stream()
                            .map(v -> new Function.Param(v, Function.Direction.INOUT))
                            .toList(),
                    List.of(),
                    body,
                    Map.of(),
                    "",
                    Span.NONE);
        }

        String report(boolean loop, RankState... ranks) {
            Problem problem =
                    DeadlockReport.of(
                            new Standstill(List.of(ranks), Map.of()),
                            program(loop),
                            site ->
                                    new Site(
                                            site >= 100 ? lowered(site - 100) : line(site),
                                            "kernel"));
            assertThat(problem.rule().verdict()).isEqualTo(Verdict.DEADLOCK);
            return ProblemText.plain().render(problem);
        }

        Span lowered(int line) {
            return line(line).via("while lowering pld.tensor.barrier");
        }
    }

    private static RankState blocked(
            int device,
            long cell,
            int value,
            WaitCmp cmp,
            int expected,
            int line,
            Event... events) {
        SignalCell where =
                new SignalCell("flags", device, device, 64 + 4 * cell, List.of(cell, 0L));
        return new RankState(
                device,
                Optional.of(new TaskRecord("chip", Map.of(), 1)),
                Optional.of(new BlockedWait(where, value, expected, cmp, line)),
                List.of(),
                0,
                List.of(events),
                true);
    }

    private static RankState finished(int device, Event... events) {
        return new RankState(
                device, Optional.empty(), Optional.empty(), List.of(), 1, List.of(events), true);
    }

    private static Event add(int line, int device, long cell, int result) {
        return new Event.Notify(line, device, 64 + 4 * cell, NotifyOp.AtomicAdd, 1, result);
    }

    private static final Expr ANY_PEER = new Var("peer", Type.INT32, Span.NONE);

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void thousands_of_ranks_are_not_compared_one_by_one() {
        Fixture f =
                new Fixture("wait(sig)\nx = 1\nnotify(sig)\n").await(1, 0).notify(3, ANY_PEER, 0);
        RankState[] ranks = new RankState[4096];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = blocked(i, 0, 0, WaitCmp.Ge, 1, 1);
        }
        assertThat(f.report(false, ranks))
                .contains("all 4096 ranks wait")
                .contains("or by 4092 more ranks")
                .contains("and 4080 more ranks wait in the same way");
    }

    @Test
    void waits_before_notifying() {
        Fixture f =
                new Fixture("wait(sig)\nx = 1\nnotify(sig)\n").await(1, 0).notify(3, ANY_PEER, 0);
        assertThat(
                        f.report(
                                false,
                                blocked(0, 0, 0, WaitCmp.Ge, 1, 1),
                                blocked(1, 0, 0, WaitCmp.Ge, 1, 1)))
                .isEqualTo(
                        """
                        error[deadlock]: all 2 ranks wait for signals that no rank can send any more
                          --> demo.py:1:1
                           |
                         1 | wait(sig)
                           | ^^^^^^^^^ ranks 0 and 1 wait here for flags[0, 0] >= 1
                           ...
                         3 | notify(sig)
                           | ----------- this would notify flags, but no waiting rank gets here
                           |
                           = note: rank 0: flags[0, 0] is 0 and must be >= 1; nobody has notified it; could be notified by rank 1 at demo.py:3:1, after its own wait
                           = note: rank 1: flags[0, 0] is 0 and must be >= 1; nobody has notified it; could be notified by rank 0 at demo.py:3:1, after its own wait
                           = note: they wait for each other: rank 0 -> rank 1 -> rank 0
                           = hint: let a rank notify before it waits for the answer
                           = help: crosstile explain deadlock
                        """);
    }

    @Test
    void only_the_root_is_notified() {
        Fixture f =
                new Fixture("notify(sig, peer=0)\nwait(sig)\n")
                        .notify(1, Exprs.int32(0), 0)
                        .await(2, 0);
        assertThat(
                        f.report(
                                false,
                                finished(0, add(1, 0, 0, 1)),
                                blocked(1, 0, 0, WaitCmp.Ge, 3, 2, add(1, 0, 0, 2)),
                                blocked(2, 0, 0, WaitCmp.Ge, 3, 2, add(1, 0, 0, 3))))
                .isEqualTo(
                        """
                        error[deadlock]: 2 of 3 ranks wait for signals that no rank can send any more
                          --> demo.py:2:1
                           |
                         2 | wait(sig)
                           | ^^^^^^^^^ ranks 1 and 2 wait here for flags[0, 0] >= 3
                           |
                           = note: rank 1: flags[0, 0] is 0 and must be >= 3; nobody has notified it; no rank can still notify it: rank 0 has finished and rank 2 waits itself with no such notify ahead
                           = note: rank 2: flags[0, 0] is 0 and must be >= 3; nobody has notified it; no rank can still notify it: rank 0 has finished and rank 1 waits itself with no such notify ahead
                           = note: rank 0 has finished
                           = note: rank 1 last did: notify rank 0 (line 1)
                           = note: rank 2 last did: notify rank 0 (line 1)
                           = hint: only rank 0 is notified: wait only there, or notify ranks 1 and 2 too
                           = help: crosstile explain deadlock
                        """);
    }

    @Test
    void an_exact_wait_is_overtaken() {
        Fixture f = new Fixture("notify(sig)\nwait(sig)\n").notify(1, ANY_PEER, 0).await(2, 0);
        assertThat(
                        f.report(
                                false,
                                finished(0, add(1, 1, 0, 1), add(1, 1, 0, 2)),
                                blocked(1, 0, 2, WaitCmp.Eq, 1, 2)))
                .contains(
                        "rank 1: flags[0, 0] is 2 and must be == 1, which it has passed; last changed by rank 0 (+1 at"
                                + " demo.py:1:1); no rank can still notify it: rank 0, which notified it before, has finished")
                .contains("hint: wait with cmp=pld.WaitCmp.Ge");
    }

    @Test
    void a_rank_leaves_a_loop_of_collectives_early() {
        Fixture f = new Fixture("x = 1\nbarrier(sig)\n");
        Span call = f.lowered(2);
        f.notify(call, ANY_PEER, 1).await(call, 1);
        assertThat(
                        f.report(
                                true,
                                blocked(0, 1, 2, WaitCmp.Ge, 3, 102),
                                finished(1, add(102, 0, 1, 2))))
                .contains("^^^^^^^^^^^^ rank 0 stands in pld.tensor.barrier")
                .contains("note: while lowering pld.tensor.barrier at demo.py:2:1")
                .contains(
                        "flags[1, 0] is 2 and must be >= 3; last changed by rank 1 (+1 at demo.py:2:1)")
                .contains("rank 1 has finished")
                .contains(
                        "hint: every rank must make the same collective calls in the same order: rank 1 made fewer");
    }

    @Test
    void other_cells_and_other_peers_are_no_help() {
        Fixture f =
                new Fixture("wait(sig)\nnotify(sig)\nnotify(sig)\n")
                        .await(1, 0)
                        .notify(2, Exprs.int32(1), 0)
                        .notify(3, ANY_PEER, 1);
        assertThat(f.report(false, blocked(0, 0, 0, WaitCmp.Ge, 1, 1), finished(1)))
                .contains(
                        "rank 0: flags[0, 0] is 0 and must be >= 1; nobody has notified it; no rank can still notify it: rank 1 has finished");
    }

    @Test
    void many_ranks_are_told_in_few_words() {
        Fixture f = new Fixture("wait(sig)\n").await(1, 0);
        RankState[] ranks = new RankState[64];
        for (int i = 0; i < 64; i++) {
            ranks[i] = blocked(i, 0, 0, WaitCmp.Ge, 1, 1);
        }
        String report = f.report(false, ranks);
        assertThat(report)
                .contains("ranks 0 to 63 wait here for flags[0, 0] >= 1")
                .contains("and 48 more ranks wait in the same way");
        assertThat(report.lines().count()).isLessThan(30);
    }
}

package org.crosstile.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.crosstile.abi.DType;
import org.crosstile.abi.WaitCmp;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Op;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.junit.jupiter.api.Test;

/**
 * Tests of the tests: a lowering that is wrong in one place is found out under some interleaving.
 */
class MutantTest {
    private static final int SCHEDULES = 300;
    private static final int RANKS = 3;

    /** Elements that are looked at: the first of every so many. */
    private static final int STRIDE = 20;

    /** Whether three calls in a row give the reduction of all, and leave no credits. */
    private static boolean isRight(
            Block lowered, Var data, Var sig, LoweredWorld world, long seed) {
        int length = (int) world.elements(data, 0).size();
        Random random = new Random(seed);
        double[] expected = new double[length];
        for (int rank = 0; rank < RANKS; rank++) {
            Meaning.Elements elements = world.elements(data, rank);
            for (int i = 0; i < length; i += STRIDE) {
                elements.set(i, random.nextInt(100));
                expected[i] += elements.get(i) * RANKS * RANKS;
            }
        }
        try {
            world.run(lowered, seed, 3);
        } catch (Turns.Standstill e) {
            return false;
        }
        for (int rank = 0; rank < RANKS; rank++) {
            for (int i = 0; i < length; i += STRIDE) {
                if (world.elements(data, rank).get(i) != expected[i]) {
                    return false;
                }
            }
            for (int i = 0; i < RANKS; i++) {
                if (world.elements(sig, rank).get(i) != 0) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether some schedule shows that a mutation is wrong, for streams of one chunk or of two. */
    private static boolean isKilled(Rewriter mutation, int schedules) {
        for (int seed = 0; seed < schedules; seed++) {
            long length = seed % 2 == 0 ? 40 : 4100;
            LoweredWorld world = new LoweredWorld(RANKS);
            Var data = world.window("data", DType.FP32, 1, length);
            Var sig = world.window("sig", DType.INT32, RANKS, 1);
            Block lowered = CollectiveTest.lower(CollectiveTest.call(AllReduce.OP, data, sig));
            if (!isRight(mutation.block(lowered), data, sig, world, seed)) {
                return true;
            }
        }
        return false;
    }

    private static boolean calls(Stmt statement, Expr.Call[] found, Op op) {
        for (Expr e : Walk.own(statement)) {
            if (e instanceof Expr.Call call && call.op().equals(op)) {
                found[0] = call;
                return true;
            }
        }
        return false;
    }

    /** Drops the calls of an operator that a test accepts. */
    private static Rewriter dropping(Op op, Predicate<Expr.Call> which) {
        return new Rewriter() {
            @Override
            protected List<Stmt> statement(Stmt s) {
                Expr.Call[] call = new Expr.Call[1];
                return calls(s, call, op) && which.test(call[0]) ? List.of() : super.statement(s);
            }
        };
    }

    @Test
    void the_lowering_as_it_is_survives() {
        assertThat(isKilled(new Rewriter() {}, 60)).isFalse();
    }

    @Test
    void waiting_for_an_equal_value_is_killed() {
        Rewriter equal =
                new Rewriter() {
                    @Override
                    protected Expr expr(Expr e) {
                        if (e instanceof Expr.Call call && call.op() == Wait.OP) {
                            List<Expr> args = new ArrayList<>(call.args());
                            args.set(
                                    call.op().indexOf(Wait.OP.cmp()),
                                    CollectiveTest.code(WaitCmp.Eq));
                            return call.with(args, call.type());
                        }
                        return super.expr(e);
                    }
                };
        assertThat(isKilled(equal, SCHEDULES)).isTrue();
    }

    @Test
    void a_missing_epilogue_is_killed() {
        Rewriter none =
                dropping(Notify.OP, call -> !Exprs.isConstant(call.get(Notify.OP.value()), 1));
        assertThat(isKilled(none, SCHEDULES)).isTrue();
    }

    @Test
    void a_missing_wait_is_killed() {
        assertThat(isKilled(dropping(Wait.OP, call -> true), SCHEDULES)).isTrue();
    }

    @Test
    void a_missing_ready_barrier_is_killed() {
        Rewriter none =
                dropping(Wait.OP, call -> Exprs.isConstant(call.get(Wait.OP.expected()), 1));
        assertThat(isKilled(none, SCHEDULES)).isTrue();
    }

    @Test
    void a_barrier_after_the_store_is_killed() {
        Rewriter early =
                new Rewriter() {
                    @Override
                    public Block block(Block block) {
                        List<Stmt> statements = new ArrayList<>(super.block(block).statements());
                        int store = indexOf(statements, Store.OP);
                        if (store < 0) {
                            return new Block(statements);
                        }
                        int barrier = 0;
                        while (!(statements.get(barrier) instanceof Stmt.For loop)
                                || loop.results().size() > 0) {
                            barrier++;
                        }
                        List<Stmt> stored = List.copyOf(statements.subList(store - 1, store + 1));
                        statements.subList(store - 1, store + 1).clear();
                        statements.addAll(barrier, stored);
                        return new Block(statements);
                    }
                };
        assertThat(isKilled(early, SCHEDULES)).isTrue();
    }

    private static int indexOf(List<Stmt> statements, Op op) {
        for (int i = 0; i < statements.size(); i++) {
            if (calls(statements.get(i), new Expr.Call[1], op)) {
                return i;
            }
        }
        return -1;
    }
}

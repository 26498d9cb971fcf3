package org.crosstile.operators;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Composite;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Var;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every collective's lowering against its meaning, under interleavings of primitives. */
class CollectiveTest {
    private static final int SCHEDULES = 6;

    /** A world, and a call on its operands. */
    record Scene(LoweredWorld world, Expr.Call call, List<Var> data, List<Var> signals) {}

    static Expr.Call call(Composite op, Expr... operands) {
        return (Expr.Call) op.call(Span.NONE, operands);
    }

    static Expr code(org.crosstile.abi.Coded value) {
        return new Expr.Code(value, Span.NONE);
    }

    static Block lower(Expr.Call call) {
        Builder body = new Builder(Span.NONE, new Builder.NameSource());
        ((Composite) call.op()).lower(call, body);
        return body.block();
    }

    /** Values that every type holds exactly, or nearly, and whose order of addition shows. */
    private static void fill(LoweredWorld world, List<Var> data, long seed) {
        Random random = new Random(seed);
        for (int rank = 0; rank < world.ranks(); rank++) {
            for (Var var : data) {
                Meaning.Elements elements = world.elements(var, rank);
                for (long i = 0; i < elements.size(); i++) {
                    elements.set(i, random.nextGaussian() + rank);
                }
            }
        }
    }

    private static double[][] contents(LoweredWorld world, List<Var> vars) {
        List<double[]> all = new ArrayList<>();
        for (int rank = 0; rank < world.ranks(); rank++) {
            for (Var var : vars) {
                Meaning.Elements elements = world.elements(var, rank);
                double[] values = new double[(int) elements.size()];
                Arrays.setAll(values, elements::get);
                all.add(values);
            }
        }
        return all.toArray(double[][]::new);
    }

    /** Runs a scene's call as lowered and as meant, on the same data. */
    static void check(int ranks, Function<LoweredWorld, Scene> maker) {
        for (int seed = 0; seed < SCHEDULES; seed++) {
            Scene meant = maker.apply(new LoweredWorld(ranks));
            Scene lowered = maker.apply(new LoweredWorld(ranks));
            fill(meant.world(), meant.data(), seed);
            fill(lowered.world(), lowered.data(), seed);
            meant.world().apply(meant.call());
            lowered.world().run(lower(lowered.call()), seed, 1);
            assertThat(contents(lowered.world(), lowered.data()))
                    .as("seed %d", seed)
                    .isDeepEqualTo(contents(meant.world(), meant.data()));
            for (double[] cells : contents(lowered.world(), lowered.signals())) {
                assertThat(cells).as("signal cells, seed %d", seed).containsOnly(0);
            }
            assertThat(lowered.world().guardsAreIntact()).isTrue();
        }
    }

    private static Scene mesh(LoweredWorld world, DType dtype, ReduceOp op, long... shape) {
        Var data = world.window("data", dtype, shape);
        Var sig = world.window("sig", DType.INT32, world.ranks(), 1);
        return new Scene(
                world, call(AllReduce.OP, data, sig, code(op)), List.of(data), List.of(sig));
    }

    private static Scene ring(LoweredWorld world, DType dtype, ReduceOp op, long... shape) {
        Var data = world.window("data", dtype, shape);
        long rows = 2L * (world.ranks() - 1);
        Var sig = world.window("sig", DType.INT32, rows, world.ranks());
        Expr mode = new Expr.Text("ring", Span.NONE);
        return new Scene(
                world, call(AllReduce.OP, data, sig, code(op), mode), List.of(data), List.of(sig));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void allreduce_mesh_reduces_streams_of_any_length(int ranks) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            for (long n : new long[] {1, 7, 10, 16, 17, 255, 4097, 8193}) {
                check(ranks, world -> mesh(world, dtype, ReduceOp.Sum, 1, n));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void allreduce_reduces_by_every_operation(ReduceOp op) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            check(3, world -> mesh(world, dtype, op, 3, 35));
            check(3, world -> ring(world, dtype, op, 3, 35));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void allreduce_ring_reduces_streams_of_any_length(int ranks) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            for (long n : new long[] {1, 3, 10, 17, 255, 9001}) {
                check(ranks, world -> ring(world, dtype, ReduceOp.Sum, 1, n));
            }
        }
    }

    @Test
    void allreduce_ring_goes_through_long_segments_in_chunks() {
        check(2, world -> ring(world, DType.FP32, ReduceOp.Sum, 1, 10000));
    }

    @Test
    void a_signal_serves_call_after_call() {
        for (int seed = 0; seed < 20; seed++) {
            LoweredWorld world = new LoweredWorld(3);
            Scene scene = mesh(world, DType.FP32, ReduceOp.Max, 1, 40);
            fill(world, scene.data(), seed);
            world.run(lower(scene.call()), seed, 3);
            for (double[] cells : contents(world, scene.signals())) {
                assertThat(cells).containsOnly(0);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void the_other_collectives_do_what_they_mean(int ranks) {
        check(ranks, this::barrier);
        check(ranks, this::broadcast);
        check(ranks, this::reduceScatter);
        check(ranks, this::allGather);
        check(ranks, this::allToAll);
        check(ranks, this::allToAllV);
    }

    private Scene barrier(LoweredWorld world) {
        Var sig = world.window("sig", DType.INT32, world.ranks(), 1);
        return new Scene(world, call(Barrier.OP, sig), List.of(), List.of(sig));
    }

    private Scene broadcast(LoweredWorld world) {
        Var data = world.window("data", DType.FP16, 2, 5, 7);
        Var sig = world.window("sig", DType.INT32, world.ranks(), 1);
        Expr root = Exprs.index(world.ranks() - 1);
        return new Scene(world, call(Broadcast.OP, data, sig, root), List.of(data), List.of(sig));
    }

    private Scene reduceScatter(LoweredWorld world) {
        Var data = world.window("data", DType.FP16, world.ranks(), 9000);
        Var sig = world.window("sig", DType.INT32, world.ranks(), 1);
        return new Scene(
                world,
                call(ReduceScatter.OP, data, sig, code(ReduceOp.Prod)),
                List.of(data),
                List.of(sig));
    }

    private Scene allGather(LoweredWorld world) {
        Var local = world.tensor("local", DType.FP32, 1, 33);
        Var data = world.window("data", DType.FP32, world.ranks(), 33);
        Var sig = world.window("sig", DType.INT32, world.ranks(), 1);
        return new Scene(
                world, call(AllGather.OP, local, data, sig), List.of(local, data), List.of(sig));
    }

    private Scene allToAll(LoweredWorld world) {
        Var input = world.tensor("input", DType.FP16, world.ranks(), 9);
        Var data = world.window("data", DType.FP16, world.ranks(), 9);
        Var sig = world.window("sig", DType.INT32, world.ranks(), 1);
        return new Scene(
                world, call(AllToAll.OP, input, data, sig), List.of(input, data), List.of(sig));
    }

    /**
     * Rank r sends r - 1, r, r + 1, ... rows, so that some counts are negative and some too large.
     */
    private Scene allToAllV(LoweredWorld world) {
        int ranks = world.ranks();
        Var input = world.tensor("input", DType.FP32, ranks * 3L, 5);
        Var data = world.window("data", DType.FP32, ranks * 3L, 5);
        Var sig = world.window("sig", DType.INT32, ranks, 1);
        Var counts = world.tensor("counts", DType.INT32, ranks, 1);
        Var recv = world.window("recv", DType.INT32, ranks, 1);
        for (int rank = 0; rank < ranks; rank++) {
            for (int dest = 0; dest < ranks; dest++) {
                world.elements(counts, rank).set(dest, rank + dest - 1);
            }
        }
        Expr.Call call = call(AllToAllV.OP, input, data, sig, counts, recv);
        return new Scene(world, call, List.of(input, data), List.of(sig));
    }
}

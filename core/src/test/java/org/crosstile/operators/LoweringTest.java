package org.crosstile.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.ReduceOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Composite;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Op;
import org.crosstile.model.Place;
import org.crosstile.model.Stmt;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** What lowered collectives look like. */
class LoweringTest {
    private static final int NR = 4;

    private static Var window(String name, DType dtype, long... shape) {
        return new Var(name, new Type.Window(Exprs.indices(shape), dtype), Span.NONE);
    }

    private static Var tensor(String name, DType dtype, long... shape) {
        return new Var(name, new Type.Tensor(Exprs.indices(shape), dtype), Span.NONE);
    }

    private static Var partial(DType dtype, long[] shape, long... valid) {
        TensorView view = TensorView.PACKED.withValid(Exprs.indices(valid));
        return new Var("data", new Type.Window(Exprs.indices(shape), dtype, view), Span.NONE);
    }

    private static Var signal() {
        return window("sig", DType.INT32, NR, 1);
    }

    private static Block mesh(Var data) {
        return CollectiveTest.lower(CollectiveTest.call(AllReduce.OP, data, signal()));
    }

    private static Block ring(Var data) {
        Var signal = window("sig", DType.INT32, 2 * (NR - 1), NR);
        Expr sum = CollectiveTest.code(ReduceOp.Sum);
        return CollectiveTest.lower(
                CollectiveTest.call(
                        AllReduce.OP, data, signal, sum, new Expr.Text("ring", Span.NONE)));
    }

    private static List<Expr.Call> calls(Block block, Op op) {
        List<Expr.Call> calls = new ArrayList<>();
        Walk.calls(
                block,
                call -> {
                    if (call.op().equals(op)) {
                        calls.add(call);
                    }
                });
        return calls;
    }

    private static List<Stmt.For> loops(Block block) {
        List<Stmt.For> loops = new ArrayList<>();
        Walk.statements(
                block,
                s -> {
                    if (s instanceof Stmt.For loop) {
                        loops.add(loop);
                    }
                });
        return loops;
    }

    private static List<Expr.Call> all() {
        Var data = window("data", DType.FP32, NR, 64);
        Var input = tensor("input", DType.FP32, NR, 64);
        Var counts = tensor("counts", DType.INT32, NR, 1);
        return List.of(
                CollectiveTest.call(Barrier.OP, signal()),
                CollectiveTest.call(AllReduce.OP, data, signal()),
                CollectiveTest.call(Broadcast.OP, data, signal(), Exprs.index(0)),
                CollectiveTest.call(ReduceScatter.OP, data, signal()),
                CollectiveTest.call(AllGather.OP, tensor("row", DType.FP32, 1, 64), data, signal()),
                CollectiveTest.call(AllToAll.OP, input, data, signal()),
                CollectiveTest.call(
                        AllToAllV.OP,
                        input,
                        data,
                        signal(),
                        counts,
                        window("recv", DType.INT32, NR, 1)));
    }

    @Test
    void only_kernel_forms_are_lowered_here() {
        for (Expr.Call call : all()) {
            Composite op = (Composite) call.op();
            assertThat(op.lowersAt(Place.KERNEL)).isTrue();
            assertThat(op.lowersAt(Place.HOST)).isFalse();
            assertThat(op.lowersAt(Place.CHIP)).isFalse();
        }
    }

    @Test
    void no_collective_is_left_and_the_result_is_the_data_window() {
        for (Expr.Call call : all()) {
            Builder body = new Builder(Span.NONE, new Builder.NameSource());
            Expr result = ((Composite) call.op()).lower(call, body);
            assertThat(result).isSameAs(call.get(((Collective) call.op()).data()));
            assertThat(call.type()).isSameAs(result.type());
            Walk.calls(body.block(), c -> assertThat(c.op()).isNotInstanceOf(Composite.class));
        }
    }

    @Test
    void waits_are_at_least_and_signals_are_added_to() {
        for (Expr.Call call : all()) {
            Block lowered = CollectiveTest.lower(call);
            for (Expr.Call wait : calls(lowered, Wait.OP)) {
                assertThat(wait.code(Wait.OP.cmp(), WaitCmp.class)).isEqualTo(WaitCmp.Ge);
            }
            for (Expr.Call notify : calls(lowered, Notify.OP)) {
                boolean counts =
                        notify.get(Notify.OP.target()) instanceof Var v && v.name().equals("recv");
                assertThat(notify.code(Notify.OP.op(), NotifyOp.class))
                        .isEqualTo(counts ? NotifyOp.Set : NotifyOp.AtomicAdd);
            }
        }
    }

    @Test
    void a_rank_gives_itself_no_credit() {
        for (Expr.Call call : all()) {
            for (Stmt.For loop : loops(CollectiveTest.lower(call))) {
                boolean direct =
                        loop.body().statements().stream()
                                .anyMatch(s ->
                                        s instanceof Stmt.Eval e
                                                && e.value() instanceof Expr.Call c
                                                && c.op() == Wait.OP);
                assertThat(direct)
                        .as("a wait without a guard in a loop of %s", call.op())
                        .isFalse();
            }
        }
    }

    @Test
    void a_barrier_is_three_loops_and_no_data() {
        Block lowered = CollectiveTest.lower(CollectiveTest.call(Barrier.OP, signal()));
        assertThat(loops(lowered)).hasSize(3);
        assertThat(calls(lowered, Notify.OP)).hasSize(2);
        assertThat(calls(lowered, Wait.OP)).hasSize(1);
        for (Op op : List.of(Load.OP, Store.OP, RemoteLoad.OP, TilePut.OP, TileGet.OP)) {
            assertThat(calls(lowered, op)).isEmpty();
        }
    }

    @Test
    void the_epilogue_takes_back_what_the_barriers_gave() {
        assertThat(credits(CollectiveTest.lower(all().get(0)))).containsExactly(1, -1);
        assertThat(credits(CollectiveTest.lower(all().get(2)))).containsExactly(1, -2, 1, -1);
        assertThat(credits(CollectiveTest.lower(all().get(3)))).containsExactly(1, 1, -2);
        assertThat(credits(CollectiveTest.lower(all().get(4)))).containsExactly(1, 1, -2);
        assertThat(credits(CollectiveTest.lower(all().get(5)))).containsExactly(1, 1, -2);
    }

    /** The values of all notifies in program order; 0 where a value is not known. */
    private static long[] credits(Block lowered) {
        return calls(lowered, Notify.OP).stream()
                .mapToLong(n -> Exprs.constant(n.get(Notify.OP.value())).orElse(0))
                .toArray();
    }

    @Test
    void chunks_are_16_kib_or_what_a_short_stream_needs() {
        assertThat(Chunks.of(Exprs.index(10), DType.FP32).width()).isEqualTo(16);
        assertThat(Chunks.of(Exprs.index(10), DType.FP16).width()).isEqualTo(16);
        assertThat(Chunks.of(Exprs.index(10000), DType.FP32).width()).isEqualTo(4096);
        assertThat(Chunks.of(Exprs.index(8193), DType.FP16).width()).isEqualTo(8192);
        assertThat(Chunks.of(new Dim("N", Span.NONE), DType.FP16).width()).isEqualTo(8192);
        assertThat(valids(10000, DType.FP32)).containsExactly(4096, 4096, 1808);
        assertThat(valids(8193, DType.FP16)).containsExactly(8192, 1);
        Chunks halves = Chunks.of(Exprs.index(8193), DType.FP16);
        assertThat(Exprs.constant(halves.transferred(Exprs.index(1)))).hasValue(16);
        assertThat(Exprs.constant(halves.transferred(Exprs.index(16)))).hasValue(16);
        assertThat(
                        Exprs.constant(
                                Chunks.of(Exprs.index(10), DType.FP32).transferred(Exprs.index(1))))
                .hasValue(1);
    }

    private static long[] valids(long length, DType dtype) {
        Chunks chunks = Chunks.of(Exprs.index(length), dtype);
        return LongStream.iterate(0, at -> at < length, at -> at + chunks.width())
                .map(at -> Exprs.constant(chunks.valid(Exprs.index(at))).orElseThrow())
                .toArray();
    }

    @Test
    void a_mesh_takes_back_one_credit_and_one_for_each_chunk() {
        assertThat(credits(mesh(window("data", DType.FP32, 1, 10)))).containsExactly(1, 1, -2);
        assertThat(credits(mesh(window("data", DType.FP32, 10, 1000)))).containsExactly(1, 1, -4);
        assertThat(credits(mesh(window("data", DType.FP16, 8193)))).containsExactly(1, 1, -3);
        Type.Window symbolic = new Type.Window(List.of(new Dim("N", Span.NONE)), DType.FP32);
        Block lowered = mesh(new Var("data", symbolic, Span.NONE));
        assertThat(Exprs.constant(calls(lowered, Notify.OP).getLast().get(Notify.OP.value())))
                .isEmpty();
    }

    @Test
    void a_mesh_reads_everything_of_a_chunk_before_it_waits_and_stores_after() {
        Block lowered = mesh(window("data", DType.FP32, 1, 10));
        List<Op> order = new ArrayList<>();
        Walk.calls(lowered, call -> order.add(call.op()));
        int chunk = order.indexOf(RemoteLoad.OP);
        assertThat(order.subList(0, chunk)).contains(Notify.OP, Wait.OP);
        assertThat(order.subList(chunk, order.size()).stream().filter(LoweringTest::marks).toList())
                .containsExactly(
                        RemoteLoad.OP,
                        RemoteLoad.OP,
                        TileBinary.ADD,
                        Notify.OP,
                        Wait.OP,
                        Store.OP,
                        Notify.OP);
    }

    private static boolean marks(Op op) {
        return List.of(Load.OP, RemoteLoad.OP, TileBinary.ADD, Notify.OP, Wait.OP, Store.OP)
                .contains(op);
    }

    @Test
    void only_half_floats_read_their_tails_in_32_bytes() {
        Block single = mesh(window("data", DType.FP32, 1, 8193));
        assertThat(calls(single, SetValidShape.OP)).hasSize(1);
        Block half = mesh(window("data", DType.FP16, 1, 8193));
        assertThat(calls(half, SetValidShape.OP)).hasSize(3);
        assertThat(calls(half, RemoteLoad.OP).getFirst().args().getLast())
                .isEqualTo(new Expr.Bool(true, Span.NONE));
    }

    @Test
    void a_partly_valid_window_goes_in_one_rectangle() {
        Block lowered = mesh(partial(DType.FP32, new long[] {8, 64}, 3, 10));
        assertThat(((Type.Tile) calls(lowered, RemoteLoad.OP).getFirst().type()).shape())
                .isEqualTo(Exprs.indices(3, 10));
        assertThat(credits(lowered)).containsExactly(1, 1, -2);
    }

    @Test
    void a_ring_resets_every_row_and_reads_its_neighbour_only() {
        Block lowered = ring(window("data", DType.FP32, 1, 10));
        Expr.Call reset = calls(lowered, Notify.OP).getLast();
        assertThat(Exprs.constant(reset.get(Notify.OP.value()))).hasValue(-2);
        Stmt.For rows = (Stmt.For) lowered.statements().getLast();
        assertThat(Exprs.constant(rows.stop())).hasValue(6);
        assertThat(calls(lowered, RemoteLoad.OP)).hasSize(2);
        Block chunked = ring(window("data", DType.FP32, 1, 40000));
        assertThat(Exprs.constant(calls(chunked, Notify.OP).getLast().get(Notify.OP.value())))
                .hasValue(-6);
    }

    @Test
    void segments_of_a_ring_are_balanced_and_half_floats_aligned() {
        assertThat(boundaries(10, DType.FP32)).containsExactly(0, 2, 5, 7, 10);
        assertThat(boundaries(10, DType.FP16)).containsExactly(0, 10, 10, 10, 10);
        assertThat(boundaries(10000, DType.FP16)).containsExactly(0, 2512, 5008, 7504, 10000);
        assertThat(longest(10, DType.FP32)).isEqualTo(3);
        assertThat(longest(10, DType.FP16)).isEqualTo(10);
        assertThat(longest(10000, DType.FP16)).isEqualTo(2515);
        assertThat(Chunks.width(Exprs.index(3), DType.FP32)).isEqualTo(8);
        assertThat(Chunks.width(Exprs.index(10), DType.FP16)).isEqualTo(16);
        assertThat(Chunks.width(Exprs.index(2515), DType.FP16)).isEqualTo(2528);
    }

    private static RingSegments segments(long size, DType dtype) {
        return new RingSegments(Exprs.index(size), Exprs.index(NR), dtype);
    }

    private static long[] boundaries(long size, DType dtype) {
        return LongStream.rangeClosed(0, NR)
                .map(i ->
                        Exprs.constant(segments(size, dtype).boundary(Exprs.index(i)))
                                .orElseThrow())
                .toArray();
    }

    private static long longest(long size, DType dtype) {
        return Exprs.constant(segments(size, dtype).longest()).orElseThrow();
    }

    @Test
    void a_ring_keeps_the_physical_row_of_a_valid_prefix() {
        Block lowered = ring(partial(DType.FP32, new long[] {4, 64}, 1, 10));
        Expr.Call view = calls(lowered, ViewAs.OP).getFirst();
        Type.Window type = (Type.Window) view.type();
        assertThat(type.shape()).isEqualTo(Exprs.indices(1, 256));
        assertThat(type.view().valid()).isEqualTo(Exprs.indices(1, 10));
    }

    @Test
    void pushes_reach_every_rank_between_two_barriers() {
        for (Expr.Call call : all().subList(4, 6)) {
            Block lowered = CollectiveTest.lower(call);
            assertThat(calls(lowered, TilePut.OP)).hasSize(1);
            List<Op> marks = new ArrayList<>();
            Walk.calls(lowered, c -> marks.add(c.op()));
            marks.retainAll(List.of(Notify.OP, Wait.OP, TilePut.OP));
            assertThat(marks)
                    .containsExactly(Notify.OP, Wait.OP, TilePut.OP, Notify.OP, Wait.OP, Notify.OP);
            Stmt.For puts = loops(lowered).get(2);
            assertThat(calls(puts.body(), TilePut.OP)).hasSize(1);
            assertThat(puts.body().statements()).noneMatch(s -> s instanceof Stmt.If);
        }
    }

    @Test
    void all_to_all_v_sends_a_varying_number_of_rows_through_a_fixed_stage() {
        Block lowered = CollectiveTest.lower(all().getLast());
        Expr.Call put = calls(lowered, TilePut.OP).getFirst();
        List<Expr> extents = ((Expr.Tuple) put.args().get(7)).items();
        assertThat(Exprs.constant(extents.get(0))).isEmpty();
        assertThat(Exprs.constant(extents.get(1))).hasValue(64);
        assertThat(((Type.Tile) put.args().get(3).type()).shape()).isEqualTo(Exprs.indices(1, 64));
        Expr published = calls(lowered, Publish.OP).getFirst().get(Publish.OP.value());
        assertThat(Exprs.cast(extents.get(0), DType.INT32)).isEqualTo(published);
    }

    @Test
    void a_broadcast_is_one_get_from_the_root_on_every_other_rank() {
        Block lowered = CollectiveTest.lower(all().get(2));
        Expr.Call get = calls(lowered, TileGet.OP).getFirst();
        assertThat(Exprs.constant(get.args().get(1))).hasValue(0);
        Stmt.If onRoot = (Stmt.If) lowered.statements().getLast();
        assertThat(calls(onRoot.then(), TileGet.OP)).isEmpty();
        assertThat(calls(onRoot.otherwise(), TileGet.OP)).containsExactly(get);
        assertThat(calls(onRoot.then(), Wait.OP)).hasSize(1);
        assertThat(((Type.Tile) get.args().get(3).type()).shape()).isEqualTo(Exprs.indices(4, 64));
    }

    @Test
    void a_row_of_reduce_scatter_is_stored_by_its_rank_only() {
        Block lowered = CollectiveTest.lower(all().get(3));
        assertThat(calls(lowered, Store.OP)).hasSize(1);
        Expr row =
                ((Expr.Tuple) calls(lowered, Store.OP).getFirst().args().get(1)).items().getFirst();
        assertThat(row).isInstanceOf(Var.class);
        assertThat(((Var) row).name()).isEqualTo("my");
    }

    @Test
    void what_a_kernel_cannot_do_is_said() {
        assertFails(
                "allreduce-partial",
                () -> mesh(partial(DType.FP32, new long[] {2, 4, 8}, 2, 3, 8)));
        assertFails(
                "allreduce-partial",
                () -> mesh(partial(DType.FP32, new long[] {128, 64}, 127, 64)));
        assertFails(
                "allreduce-partial", () -> ring(partial(DType.FP32, new long[] {8, 64}, 2, 10)));
        Var data = window("data", DType.FP32, 1, 64);
        Var square = window("sig", DType.INT32, 6, 4);
        assertFails(
                "allreduce-signal-kernel",
                () -> CollectiveTest.lower(CollectiveTest.call(AllReduce.OP, data, square)));
        assertFails(
                "allreduce-signal-needed",
                () -> CollectiveTest.lower(CollectiveTest.call(AllReduce.OP, data)));
    }

    private static void assertFails(String rule, Runnable lowering) {
        assertThatThrownBy(lowering::run)
                .isInstanceOfSatisfying(
                        Builder.Failure.class,
                        f -> assertThat(f.problem().rule().id()).isEqualTo(rule));
    }
}

package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;
import org.junit.jupiter.api.Test;

/** put, get and remote_store on tiles: the staging tiles that they get, and where those lie. */
class StagingTest {
    private static final String HEAD =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld
            N = pl.dynamic("N")
            @pl.program
            class P:
                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
                    x: pl.Tensor[[2, 3, 64], pl.FP32],
                    win: pl.InOut[pld.DistributedTensor[[2, 3, 64], pl.FP32]],
                    flat: pl.Tensor[[16, 128], pl.FP32],
                    wide: pl.InOut[pld.DistributedTensor[[16, 128], pl.FP32]],
                    some: pl.InOut[pl.Tensor[[N, 64], pl.FP32]],
                    any: pl.InOut[pld.DistributedTensor[[N, 64], pl.FP32]],
                    large: pl.InOut[pld.DistributedTensor[[128, 512], pl.FP32]],
                    source: pl.Tensor[[128, 512], pl.FP32],
                    peer: pl.Scalar[pl.INT32],
                    n: pl.Scalar[pl.INDEX],
                ):
            """;

    private static String lowered(String pass, String statements) {
        return Texts.body(Texts.after(pass, HEAD + statements.indent(8)), "kernel");
    }

    private static String converted(String statements) {
        return lowered("ConvertTensorToTileOps", statements);
    }

    @Test
    void all_of_a_transfer_is_staged_unless_chunks_say_less() {
        assertThat(converted("pld.tensor.put(win, peer, x)"))
                .isEqualTo(
                        """
                        tput_stage = pl.tile.create([6, 64], pl.FP32)
                        pld.tile.put(win, peer, x, tput_stage)
                        """);
        assertThat(converted("pld.tensor.put(win, peer, x, chunk_rows=4)"))
                .contains("tput_stage = pl.tile.create([4, 64], pl.FP32)")
                .doesNotContain("chunk");
        assertThat(converted("pld.tensor.put(win, peer, x, chunk_rows=100)"))
                .contains("pl.tile.create([6, 64],");
        assertThat(converted("pld.tensor.put(wide, peer, flat, chunk_rows=4, chunk_cols=64)"))
                .contains("pl.tile.create([4, 64],");
    }

    @Test
    void a_pipeline_has_two_stages_of_one_shape() {
        assertThat(
                        converted(
                                "pld.tensor.put(win, peer, x, chunk_rows=2, chunk_cols=32, pipeline=True,"
                                        + " atomic=pld.AtomicType.Add)"))
                .isEqualTo(
                        """
                        tput_stage_ping = pl.tile.create([2, 32], pl.FP32)
                        tput_stage_pong = pl.tile.create([2, 32], pl.FP32)
                        pld.tile.put(win, peer, x, tput_stage_ping, tput_stage_pong, atomic=pl.AtomicType.Add)
                        """);
        assertThat(
                        converted(
                                "pld.tensor.get(some, peer, any, [0, 0], [n, 0], [1, 64], chunk_rows=1, chunk_cols=16,"
                                        + " pipeline=True)"))
                .isEqualTo(
                        """
                        tget_stage_ping = pl.tile.create([1, 16], pl.FP32)
                        tget_stage_pong = pl.tile.create([1, 16], pl.FP32)
                        pld.tile.get(some, peer, any, tget_stage_ping, tget_stage_pong, [0, 0], [n, 0], [1, 64])
                        """);
    }

    @Test
    void an_extent_that_varies_is_bound_by_its_chunk() {
        assertThat(converted("pld.tensor.get(some, peer, any, chunk_rows=4)"))
                .contains("pl.tile.create([4, 64],");
        assertThat(
                        converted(
                                "pld.tensor.put(any, peer, some, [0, 0], [0, 0], [n, 64], chunk_rows=8)"))
                .contains("pl.tile.create([8, 64],")
                .contains(
                        "pld.tile.put(any, peer, some, tput_stage, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[n, 64])");
    }

    @Test
    void a_tensor_that_is_pushed_is_loaded_once_and_a_tile_not_at_all() {
        assertThat(
                        converted(
                                "pld.tensor.remote_store(flat, wide, peer, [0, 0], atomic=pld.AtomicType.Add)"))
                .isEqualTo(
                        """
                        t = pl.tile.load(flat, [0, 0], [16, 128], [16, 128])
                        pld.tile.remote_store(t, wide, peer, [0, 0], atomic=pl.AtomicType.Add)
                        """);
        assertThat(
                        converted(
                                "t = pl.load(flat, [0, 0], [8, 64])\npld.remote_store(t, wide, peer, [0, 0])"))
                .isEqualTo(
                        """
                        t = pl.tile.load(flat, [0, 0], [8, 64], [8, 64])
                        pld.tile.remote_store(t, wide, peer, [0, 0])
                        """);
    }

    @Test
    void converting_twice_changes_nothing() {
        String text =
                HEAD
                        + """
                                pld.tensor.put(win, peer, x, chunk_rows=2, chunk_cols=32, pipeline=True)
                                pld.tensor.get(some, peer, any, chunk_rows=4)
                                pld.tensor.remote_store(flat, wide, peer, [0, 0])
                        """;
        Texts.assertIdempotent("ConvertTensorToTileOps", text);
    }

    @Test
    void ping_and_pong_never_overlap() {
        Program program =
                Texts.after(
                        "AllocateUb",
                        HEAD
                                + """
                                        pld.tensor.put(win, peer, x)
                                        pld.tensor.put(wide, peer, flat, chunk_rows=3, chunk_cols=7, pipeline=True)
                                        for i in pl.range(n):
                                            pld.tensor.put(wide, peer, flat, chunk_rows=16, chunk_cols=128, pipeline=True)
                                            pld.tensor.get(some, peer, any, chunk_rows=1, chunk_cols=1, pipeline=True)
                                """);
        List<String> overlaps = new ArrayList<>();
        int[] pairs = new int[1];
        for (Function f : program.functions()) {
            Walk.calls(
                    f.body(),
                    c -> {
                        List<Type.Tile> stages =
                                c.args().stream()
                                        .map(Expr::type)
                                        .filter(Type.Tile.class::isInstance)
                                        .map(Type.Tile.class::cast)
                                        .toList();
                        boolean moves =
                                c.op() instanceof Capability.WritesPeer
                                        || c.op() instanceof Capability.ReadsPeer;
                        if (moves && stages.size() == 2) {
                            pairs[0]++;
                            int first = stages.get(0).address().orElseThrow();
                            int second = stages.get(1).address().orElseThrow();
                            int bytes = stages.get(0).rows() * stages.get(0).columns() * 4;
                            if (first % 32 != 0
                                    || second % 32 != 0
                                    || Math.abs(first - second) < bytes) {
                                overlaps.add(c + " at " + first + " and " + second);
                            }
                        }
                    });
        }
        assertThat(overlaps).isEmpty();
        assertThat(pairs[0]).isEqualTo(3);
    }

    @Test
    void stages_that_do_not_fit_say_who_takes_how_much() {
        List<String> found =
                Texts.problems(
                                HEAD
                                        + """
                                                pld.tensor.put(large, peer, source, chunk_rows=64, chunk_cols=512, pipeline=True)
                                        """)
                        .stream()
                        .map(p ->
                                p.rule().id()
                                        + ": "
                                        + p.headline()
                                        + ": "
                                        + p.primary().text()
                                        + ": "
                                        + p.secondary())
                        .toList();

        assertThat(found).hasSize(1);
        assertThat(found.getFirst())
                .startsWith("ub-overflow: ")
                .contains("192 KiB of Vec")
                .contains("256 KiB are needed here")
                .contains("`tput_stage_ping` takes 128 KiB")
                .contains("`tput_stage_pong` takes 128 KiB");
    }

    @Test
    void what_a_kernel_computes_cannot_be_put() {
        List<String> found =
                Texts.problems(
                                HEAD
                                        + "        pld.tensor.put(wide, peer, pl.tensor.add(flat, flat))\n")
                        .stream()
                        .map(p -> p.hint())
                        .toList();

        assertThat(found).hasSize(1);
        assertThat(found.getFirst()).contains("remote_store");
    }
}

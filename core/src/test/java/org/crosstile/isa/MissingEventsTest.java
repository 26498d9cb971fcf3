package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.memory.Arith;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The events of the instructions themselves: whichever wait is left away, a race is found, whether
 * the simulated clock happens to let the two overlap or not. And none is found if all are there.
 */
@Timeout(60)
class MissingEventsTest {
    private static final int RANKS = 3;
    private static final TileType TILE = TileType.dynamic(DType.FP32, 8, 16);

    /** A vector core that does not wait the n-th time that it is told to. */
    private static final class Forgetful extends Aiv {
        private static final RecordEvent[] NOTHING = {};
        private final int forgotten;
        private int waits;

        Forgetful(Pipes[] pipes, int forgotten) {
            super(
                    0,
                    pipes,
                    CostModel.standard(Arch.A2A3),
                    new GmAccesses(RANKS, new Crossings(RANKS)));
            this.forgotten = forgotten;
        }

        private RecordEvent[] remembered(Pipe pipe, RecordEvent[] after) {
            return tellsMore(pipe, after) && waits++ == forgotten ? NOTHING : after;
        }

        /** Whether the pipe does not know of the events from what it has waited for before. */
        private boolean tellsMore(Pipe pipe, RecordEvent[] after) {
            for (RecordEvent event : after) {
                int of = event.pipe().ordinal();
                if (event.known()[of] > pipes().known(pipe)[of]) {
                    return true;
                }
            }
            return false;
        }

        @Override
        RecordEvent load(Tile tile, GlobalTensor src, Block block, RecordEvent... after) {
            return super.load(tile, src, block, remembered(Pipe.MTE2, after));
        }

        @Override
        RecordEvent store(
                GlobalTensor dst, Tile tile, Block block, AtomicType atomic, RecordEvent... after) {
            return super.store(dst, tile, block, atomic, remembered(Pipe.MTE3, after));
        }

        @Override
        RecordEvent binary(Arith op, Tile dst, Tile a, Tile b, RecordEvent... after) {
            return super.binary(op, dst, a, b, remembered(Pipe.V, after));
        }
    }

    /** An instruction on a few blocks; the tiles are given. */
    private interface Call extends BiConsumer<Collectives, List<Tile>> {}

    static Stream<Arguments> calls() {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), RANKS);
        GlobalTensor[] x = fabric.tensors("x", DType.FP32, 20, 30);
        GlobalTensor[] y = fabric.tensors("y", DType.FP32, 20, 30);
        GlobalTensor[] all = fabric.tensors("all", DType.FP32, 60, 30);
        ParallelGroup group = ParallelGroup.create(x, RANKS, 0);
        List<Arguments> calls = new ArrayList<>();
        for (int stages : List.of(1, 2)) {
            Call reduce =
                    (c, tiles) ->
                            c.reduce(
                                    new Instruction.Treduce(
                                            group,
                                            y[0],
                                            tiles.subList(0, stages + 1),
                                            ReduceOp.Sum,
                                            CollEngine.AIV,
                                            Optional.empty()));
            Call gather =
                    (c, tiles) ->
                            c.gather(
                                    new Instruction.Tgather(
                                            group, all[0], tiles.subList(0, stages)));
            Call scatter =
                    (c, tiles) ->
                            c.scatter(
                                    new Instruction.Tscatter(
                                            group, all[0], tiles.subList(0, stages)));
            Call put =
                    (c, tiles) ->
                            c.copy(x[0], y[1], tiles.subList(0, stages), AtomicType.AtomicNone);
            ParallelGroup others = ParallelGroup.create(y, RANKS, 0);
            Call broadcast =
                    (c, tiles) ->
                            c.broadcast(
                                    new Instruction.Tbroadcast(
                                            others, x[0], tiles.subList(0, stages)));
            calls.add(Arguments.of("TBROADCAST, " + stages, broadcast));
            calls.add(Arguments.of("TREDUCE, " + stages, reduce));
            calls.add(Arguments.of("TGATHER, " + stages, gather));
            calls.add(Arguments.of("TSCATTER, " + stages, scatter));
            calls.add(Arguments.of("TPUT, " + stages, put));
        }
        return calls.stream();
    }

    private static int run(Call call, int forgotten) {
        Pipes[] pipes = new Pipes[RANKS];
        Timeline timeline = new Timeline(RANKS);
        for (int r = 0; r < RANKS; r++) {
            pipes[r] = new Pipes(r, CostModel.standard(Arch.A2A3), timeline, new Crossings(RANKS));
        }
        Forgetful aiv = new Forgetful(pipes, forgotten);
        List<Tile> tiles = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            tiles.add(
                    new Tile(
                            "tile" + i,
                            TILE,
                            i * 1024,
                            org.crosstile.memory.Tile.allocate(
                                    TILE.dtype(), TILE.rows(), TILE.cols())));
        }
        call.accept(new Collectives(aiv), tiles);
        return aiv.waits;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void every_wait_is_needed(String name, Call call) {
        int waits = run(call, Integer.MAX_VALUE);
        List<Integer> unnoticed = new ArrayList<>();
        for (int i = 0; i < waits; i++) {
            try {
                run(call, i);
                unnoticed.add(i);
            } catch (Race race) {
                assertThat(race.rule()).isEqualTo("isa-race");
            }
        }

        assertThat(waits).isGreaterThan(4);
        assertThat(unnoticed).as("waits of %s that nobody missed, of %d", name, waits).isEmpty();
    }
}

package org.crosstile.dsl.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.crosstile.engine.Engine;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program of programs/examples exists in Java, too, and is the same program. */
class ExamplesTest {
    private static final Path EXAMPLES =
            Path.of(System.getProperty("crosstile.root", ".."), "programs", "examples");
    private static final int RANKS = 4;

    /** The programs by the name of their file; those that depend on the number of ranks get it. */
    static final Map<String, IntFunction<Program>> PROGRAMS = programs();

    private static Map<String, IntFunction<Program>> programs() {
        Map<String, IntFunction<Program>> all = new TreeMap<>();
        all.put("all_to_all", n -> AllToAll.build());
        all.put("all_to_all_v", AllToAllV::build);
        all.put("all_to_all_v_on_chip", AllToAllVOnChip::build);
        all.put("allgather", n -> Allgather.build());
        all.put("allreduce", n -> Allreduce.build());
        all.put("allreduce_by_hand", n -> AllreduceByHand.build());
        all.put("allreduce_fp16", n -> AllreduceFp16.build());
        all.put("allreduce_odd_size", n -> AllreduceOddSize.build());
        all.put("allreduce_ring", AllreduceRing::build);
        all.put("barrier_by_hand", n -> BarrierByHand.build());
        all.put("broadcast", n -> Broadcast.build());
        all.put("deadlock_on_purpose", n -> DeadlockOnPurpose.build());
        all.put("deferred_completion", n -> DeferredCompletion.build());
        all.put("task_dependences", n -> TaskDependences.build());
        all.put("get", n -> Get.build());
        all.put("get_region", n -> GetRegion.build());
        all.put("hello_rank", n -> HelloRank.build());
        all.put("host_all_to_all", n -> HostAllToAll.build());
        all.put("host_all_to_all_v", n -> HostAllToAllV.build());
        all.put("host_allgather", n -> HostAllgather.build());
        all.put("host_allreduce", n -> HostAllreduce.build());
        all.put("host_allreduce_cores", n -> HostAllreduceCores.build());
        all.put("host_allreduce_ring", n -> HostAllreduceRing.build());
        all.put("host_barrier", n -> HostBarrier.build());
        all.put("host_broadcast", n -> HostBroadcast.build());
        all.put("host_reduce_scatter", n -> HostReduceScatter.build());
        all.put("matmul_allreduce", n -> MatmulAllreduce.build());
        all.put("moe_dispatch_combine", n -> MoeDispatchCombine.build());
        all.put("moe_full_size", n -> MoeFullSize.build());
        all.put("put", n -> Put.build());
        all.put("put_atomic", n -> PutAtomic.build());
        all.put("put_in_chunks", n -> PutInChunks.build());
        all.put("reduce_scatter", n -> ReduceScatter.build());
        all.put("ring_by_hand", n -> RingByHand.build());
        all.put("shift_by_remote_load", n -> ShiftByRemoteLoad.build());
        all.put("shift_by_remote_store", n -> ShiftByRemoteStore.build());
        all.put("signal_credits", n -> SignalCredits.build());
        all.put("signal_handshake", n -> SignalHandshake.build());
        all.put("tensor_remote_store", n -> TensorRemoteStore.build());
        all.put("window_round_trip", n -> WindowRoundTrip.build());
        return all;
    }

    static Stream<String> names() {
        return PROGRAMS.keySet().stream();
    }

    static Program text(String name) throws IOException {
        SourceText text =
                new SourceText(name + ".py", Files.readString(EXAMPLES.resolve(name + ".py")));
        Problems problems = new Problems();
        LoadOptions options = new LoadOptions(Map.of("n_ranks", Integer.toString(RANKS)), RANKS);
        return Engine.standard().load(text, options, problems).select("").orElseThrow();
    }

    @Test
    void every_example_exists_in_java() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            assertThat(
                            files.map(f -> f.getFileName().toString())
                                    .filter(f -> f.endsWith(".py"))
                                    .map(f -> f.substring(0, f.length() - 3)))
                    .containsExactlyInAnyOrderElementsOf(PROGRAMS.keySet());
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void the_java_form_is_the_same_program(String name) throws IOException {
        Program java = PROGRAMS.get(name).apply(RANKS);
        Program text = text(name);

        assertThat(Structure.same(java, text))
                .as("%s in Java%n%s%nas text%n%s", name, Printer.print(java), Printer.print(text))
                .isTrue();
    }
}

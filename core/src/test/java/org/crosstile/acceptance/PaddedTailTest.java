package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.engine.Engine;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problem;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows that do not fill blocks of 32 bytes: what is read beside them is no use of it. */
@Timeout(120)
class PaddedTailTest {
    private static final int[] LENGTHS = {1, 7, 8, 9, 15, 16, 17, 33, 257};

    private static void isSilent(SourceText text, int ranks, Map<String, String> set, String what) {
        RunRequest request =
                new RunRequest(ranks, set, Map.of(), 1, Optional.empty())
                        .scheduled(new Schedule(Strategy.UNIFORM, MemoryModel.LINE, 1));
        RunResult result = Engine.standard().run(text, "", request);
        assertThat(result.problems()).as(what).extracting(Problem::headline).isEmpty();
    }

    private static SourceText allreduce() throws IOException {
        try (InputStream in = PaddedTailTest.class.getResourceAsStream("allreduce.py")) {
            return new SourceText(
                    "allreduce.py", new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FP32", "FP16"})
    void allreduce_in_a_kernel(String dtype) throws IOException {
        SourceText text = allreduce();
        for (int ranks : new int[] {2, 3}) {
            for (int length : LENGTHS) {
                for (String mode : List.of("mesh", "ring")) {
                    boolean mesh = mode.equals("mesh");
                    Map<String, String> set = new HashMap<>();
                    set.put("size", Integer.toString(length));
                    set.put("dtype", dtype);
                    set.put("bytes", dtype.equals("FP16") ? "2" : "4");
                    set.put("reduce_op", "Sum");
                    set.put("mode", mode);
                    set.put("rows", Integer.toString(mesh ? ranks : 2 * (ranks - 1)));
                    set.put("columns", Integer.toString(mesh ? 1 : ranks));
                    isSilent(
                            text,
                            ranks,
                            set,
                            "%s %s of %d on %d ranks".formatted(mode, dtype, length, ranks));
                }
            }
        }
    }

    private static void host(
            List<HostText.Data> windows, String rows, String columns, String call) {
        SourceText text = new SourceText("host.py", HostText.of(windows, rows, columns, call));
        for (int length : LENGTHS) {
            isSilent(
                    text,
                    3,
                    Map.of("C", Integer.toString(length), "NR", "3"),
                    call + " of " + length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FP32", "FP16"})
    void allreduce_of_the_host(String dtype) {
        List<HostText.Data> one = List.of(new HostText.Data("target", "1", dtype));
        String call = "target = pld.tensor.allreduce(target, signal, op=pld.ReduceOp.Sum%s)";
        host(one, "NR", "1", call.formatted(""));
        host(one, "NR", "2", call.formatted(", core_num=2"));
        host(one, "(2 * NR - 1)", "NR", call.formatted(", mode='ring'"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "target = pld.tensor.broadcast(target, signal, root=1)",
                "target = pld.tensor.reduce_scatter(target, signal, op=pld.ReduceOp.Max)",
                "target = pld.tensor.allgather(local, target, signal)",
                "target = pld.tensor.all_to_all(local, target, signal)",
            })
    void other_collectives_of_the_host(String call) {
        boolean gathers = call.contains("allgather");
        List<HostText.Data> windows = new ArrayList<>();
        if (call.contains("local")) {
            windows.add(new HostText.Data("local", gathers ? "1" : "NR", "FP32"));
        }
        windows.add(new HostText.Data("target", call.contains("broadcast") ? "1" : "NR", "FP32"));
        host(windows, "NR", "1", call);
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub7_allgather", "pub7_allreduce", "pub7_reduce_scatter"})
    void rows_of_every_type_that_a_kernel_may_have(String name) {
        List<String> types =
                switch (name) {
                    case "pub7_allreduce" -> List.of("FP16", "FP32");
                    case "pub7_allgather" ->
                            List.of("INT8", "INT16", "INT32", "INT64", "FP16", "BF16", "FP32");
                    default -> List.of("INT8", "INT16", "INT32", "FP16", "BF16", "FP32");
                };
        for (String type : types) {
            String text = CheckingCase.named(name).text().replace("pl.FP32", "pl." + type);
            for (int length : LENGTHS) {
                isSilent(
                        new SourceText(name + ".py", text),
                        3,
                        Map.of("N", Integer.toString(length)),
                        name + " of " + length + " " + type);
            }
        }
    }
}

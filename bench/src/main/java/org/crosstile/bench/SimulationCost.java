package org.crosstile.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunTimes;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.record.Trace;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;

/**
 * What the simulated world costs, by number of ranks: a ring allreduce of 64 KiB and barriers of
 * all with all, with checking on and off. Prints a table; the cost per event should not grow.
 *
 * <pre>java -cp ... org.crosstile.bench.SimulationCost [most ranks, 512 by default]</pre>
 */
public final class SimulationCost {
    private static final int[] RANKS = {2, 8, 32, 128, 512};
    private static final List<String> PROGRAMS =
            List.of("programs/examples/ring_by_hand.py", "programs/examples/barrier_by_hand.py");

    private SimulationCost() {}

    public static void main(String[] args) throws IOException {
        int most = args.length > 0 ? Integer.parseInt(args[0]) : RANKS[RANKS.length - 1];
        System.out.println("program | ranks | events | run ms | checked ms | checked ns/event");
        for (String program : PROGRAMS) {
            Path path = Path.of(program);
            SourceText text = new SourceText(program, Files.readString(path));
            measure(text, 2, false);
            for (int ranks : RANKS) {
                if (ranks <= most) {
                    measure(text, ranks, true);
                }
            }
        }
    }

    private static void measure(SourceText text, int ranks, boolean prints) {
        Problems problems = new Problems();
        Optional<Executable> executable =
                Engine.standard()
                        .build(
                                text,
                                "",
                                new LoadOptions(Map.of(), ranks),
                                problems,
                                new RunTimes());
        if (executable.isEmpty()) {
            throw new IllegalStateException(ProblemText.plain().render(problems.sorted()));
        }
        RunRequest request = RunRequest.of(ranks).scheduled(Schedule.uniform(1));
        double plain = millis(executable.get(), request, Optional.empty());
        Trace trace = new Trace();
        double checked = millis(executable.get(), request, Optional.of(trace));
        if (prints) {
            System.out.printf(
                    "%s | %d | %d | %.0f | %.0f | %.0f%n",
                    text.name(), ranks, trace.size(), plain, checked, checked * 1e6 / trace.size());
        }
    }

    private static double millis(Executable program, RunRequest request, Optional<Trace> trace) {
        long start = System.nanoTime();
        if (!program.run(request, trace).isOk()) {
            throw new IllegalStateException("a good program was not OK");
        }
        return (System.nanoTime() - start) / 1e6;
    }
}

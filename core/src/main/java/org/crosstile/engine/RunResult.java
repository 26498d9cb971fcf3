package org.crosstile.engine;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.source.Problem;
import org.crosstile.source.Verdict;

/**
 * What came of a run.
 *
 * @param problems sorted; empty if the verdict is OK and there are no warnings
 * @param outputs the tensors that the entry function may write, in the order of its parameters;
 *     none if the program did not start. They are those of the last run
 * @param runs how many runs were started; the verdict is that of the last
 * @param rowsCrossed how many counted rows the last run sent from one rank to another; empty if it
 *     made no call that counts rows
 */
public record RunResult(
        Verdict verdict,
        List<Problem> problems,
        List<HostTensor> outputs,
        RunTimes times,
        int runs,
        OptionalLong rowsCrossed) {
    public RunResult {
        problems = List.copyOf(problems);
        outputs = List.copyOf(outputs);
    }

    /** A program that did not start. */
    public static RunResult rejected(List<Problem> problems, RunTimes times) {
        return new RunResult(Verdict.REJECT, problems, List.of(), times, 0, OptionalLong.empty());
    }

    /** The same result with other problems and times. */
    public RunResult with(List<Problem> all, RunTimes spent) {
        return new RunResult(verdict, all, outputs, spent, runs, rowsCrossed);
    }

    public boolean isOk() {
        return verdict == Verdict.OK;
    }

    /**
     * An output by its parameter's name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public HostTensor output(String name) {
        for (HostTensor tensor : outputs) {
            if (tensor.name().equals(name)) {
                return tensor;
            }
        }
        throw new IllegalArgumentException("no output `" + name + "`");
    }
}

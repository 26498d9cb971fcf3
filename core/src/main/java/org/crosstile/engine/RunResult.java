package org.crosstile.engine;

import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.Verdict;

/**
 * What came of a run.
 *
 * @param problems sorted; empty if the verdict is OK and there are no warnings
 * @param outputs the tensors that the entry function may write, in the order of its parameters; none if
 *     the program did not start
 */
public record RunResult(Verdict verdict, List<Problem> problems, List<HostTensor> outputs, RunTimes times) {
    public RunResult {
        problems = List.copyOf(problems);
        outputs = List.copyOf(outputs);
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

package org.crosstile.engine;

import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;

/** A program breaks rules, or a dispatch of it did not come to its end. */
public final class ProgramException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    ProgramException(String headline, List<Problem> problems) {
        super(headline + "\n\n" + ProblemText.plain().render(problems));
        this.problems = List.copyOf(problems);
    }

    /** What is wrong, errors and warnings, by place. */
    public List<Problem> problems() {
        return problems;
    }
}

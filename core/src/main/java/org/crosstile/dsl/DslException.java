package org.crosstile.dsl;

import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;

/**
 * A program that was written in Java breaks rules. The message shows every problem with the line of
 * the author's source, as the command line shows problems of a text.
 */
public final class DslException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    DslException(List<Problem> problems) {
        super("the program cannot be built\n\n" + ProblemText.plain().render(problems));
        this.problems = List.copyOf(problems);
    }

    /** The problems, by place. */
    public List<Problem> problems() {
        return problems;
    }
}

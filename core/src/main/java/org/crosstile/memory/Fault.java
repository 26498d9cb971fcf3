package org.crosstile.memory;

import java.util.List;

/** A run-time error of the user's program. Becomes a problem at the line whose code was running. */
public class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String rule;
    private final String found;
    private final String hint;
    private int site;
    private final transient List<Frame> frames;

    /**
     * A place in a hidden class: compiled kernels are hidden classes, and an index into the
     * bytecode tells two calls on one line apart, which a line number cannot.
     */
    public record Frame(String className, String method, int bytecodeIndex) {}

    /**
     * Few are made (a fault ends the run), so walking the stack here costs nothing that matters.
     */
    private static final StackWalker WALKER =
            StackWalker.getInstance(StackWalker.Option.SHOW_HIDDEN_FRAMES);

    private static final int MAX_FRAMES = 32;

    /**
     * @param rule id of the rule that is broken
     * @param headline the requirement
     * @param found what was found instead
     * @param hint what to change; may be empty
     */
    public Fault(String rule, String headline, String found, String hint) {
        this(rule, headline, found, hint, -1);
    }

    /** A fault of something that no code of the user's was running for; a call site began it. */
    public Fault(String rule, String headline, String found, String hint, int site) {
        super(headline + ": " + found);
        this.rule = rule;
        this.found = found;
        this.hint = hint;
        this.site = site;
        this.frames = here();
    }

    /** Where in hidden classes the calling thread is, innermost first. */
    public static List<Frame> here() {
        return WALKER.walk(stack ->
                stack.filter(f -> f.getClassName().indexOf('/') >= 0)
                        .limit(MAX_FRAMES)
                        .map(Fault::frame)
                        .toList());
    }

    private static Frame frame(StackWalker.StackFrame f) {
        return new Frame(f.getClassName(), f.getMethodName(), f.getByteCodeIndex());
    }

    public String rule() {
        return rule;
    }

    public String found() {
        return found;
    }

    public String hint() {
        return hint;
    }

    /** The call site that submitted the task in which it arose; -1 if there is none. */
    public int site() {
        return site;
    }

    /** Says which call site submitted the task in which this arose. */
    public void submittedAt(int callSite) {
        site = callSite;
    }

    /** Where in hidden classes the fault arose, innermost first. */
    public List<Frame> frames() {
        return frames;
    }
}

package org.crosstile.hunt;

import java.io.PrintWriter;
import java.io.StringWriter;

/** A throwable as a finding. */
final class Thrown {
    private static final int FRAMES = 3;

    private Thrown() {}

    /** Two throwables of the same class from the same place are of one kind. */
    static Trial.Finding finding(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        StringWriter trace = new StringWriter();
        thrown.printStackTrace(new PrintWriter(trace));
        String text = trace.toString();
        return new Trial.Finding(
                root.getClass().getSimpleName() + place(root.getStackTrace()),
                text.substring(0, Math.min(text.length(), 6000)));
    }

    /** The innermost methods of ours. */
    static String place(StackTraceElement[] trace) {
        StringBuilder place = new StringBuilder();
        int shown = 0;
        for (StackTraceElement frame : trace) {
            if (shown < FRAMES && frame.getClassName().startsWith("org.crosstile")) {
                String name = frame.getClassName();
                place.append(shown++ == 0 ? " at " : " < ")
                        .append(name.substring(name.lastIndexOf('.') + 1))
                        .append('.')
                        .append(frame.getMethodName());
            }
        }
        return place.toString();
    }
}

package org.crosstile.dsl;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/**
 * Where the author's own code stands. The Java file is shown if it lies where a Maven project has
 * it, or below a directory that the system property {@code crosstile.sources} names (several are
 * separated as in a class path); otherwise a place is only a file and a line.
 */
final class Sources {
    private static final StackWalker WALKER =
            StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final String OURS = Sources.class.getPackageName();
    private static final int MOST_LINES = 1 << 16;

    private final Map<String, SourceText> texts = new HashMap<>();

    /** The call of this package that the author's code is in, and the name of what it calls. */
    private record Call(Optional<StackWalker.StackFrame> author, String method) {}

    /** The place in the author's code from which this package was called. */
    Span here() {
        Call call =
                WALKER.walk(frames -> {
                    String method = "";
                    for (var frame : (Iterable<StackWalker.StackFrame>) frames::iterator) {
                        if (!frame.getDeclaringClass().getPackageName().equals(OURS)) {
                            return new Call(Optional.of(frame), method);
                        }
                        method = frame.getMethodName();
                    }
                    return new Call(Optional.empty(), method);
                });
        return call.author().map(frame -> span(frame, call.method())).orElse(Span.NONE);
    }

    private Span span(StackWalker.StackFrame frame, String method) {
        String file = frame.getFileName() == null ? "<java>" : frame.getFileName();
        String folder = frame.getDeclaringClass().getPackageName().replace('.', '/');
        String path = folder.isEmpty() ? file : folder + "/" + file;
        SourceText text = texts.computeIfAbsent(path, p -> text(p, file));
        int line = Math.min(Math.max(1, frame.getLineNumber()), text.lines());
        return call(text, line, method).orElseGet(() -> text.lineSpan(line));
    }

    private static SourceText text(String path, String file) {
        for (Path root : roots()) {
            Path candidate = root.resolve(path);
            try {
                if (Files.isRegularFile(candidate)) {
                    return new SourceText(
                            file, Files.readString(candidate, StandardCharsets.UTF_8));
                }
            } catch (IOException e) {
                // A file that cannot be read is shown as a name.
            }
        }
        return new SourceText(file, "\n".repeat(MOST_LINES));
    }

    private static List<Path> roots() {
        List<Path> roots = new java.util.ArrayList<>();
        for (String root :
                System.getProperty("crosstile.sources", "").split(java.io.File.pathSeparator, -1)) {
            if (!root.isEmpty()) {
                roots.add(Path.of(root));
            }
        }
        for (String usual : List.of("src/main/java", "src/test/java", "src", ".")) {
            roots.add(Path.of(usual));
        }
        return roots;
    }

    /**
     * The call of {@code method} in a line, from its name to its closing bracket; empty if the line
     * calls it not exactly once.
     */
    private static Optional<Span> call(SourceText text, int line, String method) {
        String content = text.line(line);
        int at = content.indexOf(method + "(");
        if (at < 0 || content.indexOf(method + "(", at + 1) >= 0) {
            return Optional.empty();
        }
        int from = text.startOf(line) + at;
        int end = closing(text.text(), from + method.length());
        boolean qualified = at > 0 && content.charAt(at - 1) == '.';
        while (qualified
                && from > text.startOf(line)
                && (Character.isJavaIdentifierPart(text.text().charAt(from - 1))
                        || text.text().charAt(from - 1) == '.')) {
            from--;
        }
        return end < 0 ? Optional.empty() : Optional.of(Span.of(text, from, end));
    }

    /** Behind the bracket that closes the one at {@code from}; -1 if there is none. */
    private static int closing(String text, int from) {
        int depth = 0;
        boolean quoted = false;
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' && text.charAt(i - 1) != '\\') {
                quoted = !quoted;
            } else if (!quoted && c == '(') {
                depth++;
            } else if (!quoted && c == ')' && --depth == 0) {
                return i + 1;
            }
        }
        return -1;
    }
}

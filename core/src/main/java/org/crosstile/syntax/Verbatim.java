package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/**
 * Bodies that are Python and stay as they are, without the indentation that all of their lines
 * share.
 */
final class Verbatim {
    private Verbatim() {}

    /** The block of a function. */
    static String text(Line def) {
        if (def.body.isEmpty()) {
            return "...";
        }
        SourceText source = def.span().source();
        Span whole = Span.of(source, def.body.getFirst().span().start(), def.whole().end());
        int first = whole.line();
        if (first == source.lineOf(def.span().end() - 1)) {
            return whole.text();
        }
        int last = source.lineOf(Math.max(whole.start(), whole.end() - 1));
        int indent = indentOf(source.line(first));
        List<String> lines = new ArrayList<>();
        for (int i = first; i <= last; i++) {
            String line = source.line(i);
            lines.add(line.isBlank() ? "" : line.substring(Math.min(indent, indentOf(line))));
        }
        return String.join("\n", lines);
    }

    private static int indentOf(String line) {
        int indent = 0;
        while (indent < line.length()
                && (line.charAt(indent) == ' ' || line.charAt(indent) == '\t')) {
            indent++;
        }
        return indent;
    }
}

package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/** The tokens of a whole text, and where its logical lines begin and end. */
final class Tokens {
    /** A logical line: tokens {@code first} to {@code end}, without those of its block. */
    record Raw(int first, int end, int indent) {}

    final SourceText source;
    private int[] types = new int[1024];
    private int[] starts = new int[1024];
    private int[] ends = new int[1024];
    private int count;
    private final List<Raw> lines = new ArrayList<>();
    private final Map<Integer, String> complaints = new HashMap<>();

    Tokens(SourceText source) {
        this.source = source;
    }

    void add(int type, int start, int end) {
        if (count == types.length) {
            types = Arrays.copyOf(types, count * 2);
            starts = Arrays.copyOf(starts, count * 2);
            ends = Arrays.copyOf(ends, count * 2);
        }
        types[count] = type;
        starts[count] = start;
        ends[count++] = end;
    }

    /** Adds a token that no grammar rule takes, and why. */
    void addBroken(int start, int end, String why) {
        complaints.put(count, why);
        add(DslParser.BROKEN, start, end);
    }

    void endLine(int first, int indent) {
        lines.add(new Raw(first, count, indent));
    }

    int count() {
        return count;
    }

    int type(int index) {
        return types[index];
    }

    int start(int index) {
        return starts[index];
    }

    int end(int index) {
        return ends[index];
    }

    String text(int index) {
        return source.text().substring(starts[index], ends[index]);
    }

    boolean is(int index, String text) {
        return ends[index] - starts[index] == text.length()
                && source.text().startsWith(text, starts[index]);
    }

    Span span(int index) {
        return Span.of(source, starts[index], ends[index]);
    }

    /** What is wrong with a broken token. */
    String complaint(int index) {
        return complaints.getOrDefault(index, "this is not a token");
    }

    List<Raw> lines() {
        return lines;
    }
}

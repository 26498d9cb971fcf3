package org.crosstile.source;

import java.util.Arrays;

/** A named text with a line table. Two texts are equal only if they are the same object. */
public final class SourceText {
    private final String name;
    private final String text;
    private final int[] lineStarts;

    public SourceText(String name, String text) {
        this.name = name;
        this.text = text;
        int[] starts = new int[16];
        int count = 1;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '\n') {
                if (count == starts.length) {
                    starts = Arrays.copyOf(starts, count * 2);
                }
                starts[count++] = i + 1;
            }
        }
        this.lineStarts = Arrays.copyOf(starts, count);
    }

    /** What the user calls this text: a path as given, or a made-up name in angle brackets. */
    public String name() {
        return name;
    }

    public String text() {
        return text;
    }

    /** Number of lines; an empty text has one. */
    public int lines() {
        return lineStarts.length;
    }

    /** 1-based line of an offset; offsets past the end belong to the last line. */
    public int lineOf(int offset) {
        int at = Arrays.binarySearch(lineStarts, offset);
        return at >= 0 ? at + 1 : -at - 1;
    }

    /** 1-based column of an offset, in UTF-16 units. */
    public int columnOf(int offset) {
        return offset - lineStarts[lineOf(offset) - 1] + 1;
    }

    /** Offset of the first character of a 1-based line. */
    public int startOf(int line) {
        return lineStarts[line - 1];
    }

    /** The text of a 1-based line without its line end. */
    public String line(int line) {
        int from = lineStarts[line - 1];
        int to = line < lineStarts.length ? lineStarts[line] - 1 : text.length();
        if (to > from && text.charAt(to - 1) == '\r') {
            to--;
        }
        return text.substring(from, to);
    }

    /** The whole of a 1-based line without its indentation, as a span. */
    public Span lineSpan(int line) {
        String content = line(line);
        int indent = 0;
        while (indent < content.length() && Character.isWhitespace(content.charAt(indent))) {
            indent++;
        }
        int from = lineStarts[line - 1];
        return new Span(this, from + indent, from + content.length(), "");
    }
}

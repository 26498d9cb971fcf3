package org.crosstile.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The lines of one text that a problem speaks of, with what it says under each. */
final class Excerpt {
    private static final int TAB = 4;

    /** A line with more columns than this is clipped. */
    private static final int WIDEST = 240;

    /** A label cut to one line: columns count characters as displayed, from 0. */
    private record Mark(int line, int from, int to, String text, boolean primary) {
        Mark within(int first, int last) {
            int left = Math.clamp(from, first, last - 1);
            return new Mark(
                    line, left - first, Math.clamp(to, left + 1, last) - first, text, primary);
        }
    }

    /** A line and its labels; of a very long line the part around what it is shown for. */
    private record Clipped(String content, List<Mark> marks) {
        static Clipped of(String line, List<Mark> marks) {
            int columns = displayed(line, line.length());
            if (columns <= WIDEST) {
                return new Clipped(line, marks);
            }
            Mark shown = marks.stream().filter(Mark::primary).findFirst().orElse(marks.getFirst());
            int first = Math.clamp(shown.from() - WIDEST / 3, 0, columns - WIDEST);
            int last = first + WIDEST;
            StringBuilder part = new StringBuilder();
            int column = 0;
            for (int i = 0; i < line.length() && column < last; ) {
                int c = line.codePointAt(i);
                if (column >= first) {
                    boolean cut = (column == first && first > 0) || column == last - 1;
                    part.appendCodePoint(cut ? '…' : c);
                }
                column += columns(c);
                i += Character.charCount(c);
            }
            return new Clipped(
                    part.toString(), marks.stream().map(m -> m.within(first, last)).toList());
        }
    }

    private final Span first;
    private final List<Mark> marks = new ArrayList<>();

    /** An excerpt whose place is that of {@code first}. */
    Excerpt(Span first) {
        this.first = first;
    }

    SourceText source() {
        return first.source();
    }

    String place() {
        return first.toString();
    }

    int lastLine() {
        int last = 1;
        for (Mark mark : marks) {
            last = Math.max(last, mark.line());
        }
        return last;
    }

    /** Adds a label; of a span over several lines the first is shown. */
    void add(Problem.Label label, boolean primary) {
        Span span = label.span();
        int line = span.line();
        String content = source().line(line);
        int start = source().startOf(line);
        int from = Math.min(span.start() - start, content.length());
        int to = Math.min(span.end() - start, content.length());
        int left = displayed(content, from);
        int right = Math.max(left + 1, displayed(content, to));
        marks.add(new Mark(line, left, right, label.text(), primary));
    }

    void render(Paint paint, int width, String primaryColour) {
        marks.sort(
                Comparator.comparingInt(Mark::line)
                        .thenComparingInt(Mark::from)
                        .thenComparingInt(Mark::to));
        StringBuilder out = paint.out();
        String blank = " ".repeat(width + 2);
        paint.put(Paint.BLUE, blank + "|");
        out.append('\n');
        int previous = -1;
        for (int i = 0; i < marks.size(); ) {
            int line = marks.get(i).line();
            int end = i;
            while (end < marks.size() && marks.get(end).line() == line) {
                end++;
            }
            if (previous > 0 && line > previous + 1) {
                out.append(blank).append("...\n");
            }
            String number = Integer.toString(line);
            paint.put(Paint.BLUE, " ".repeat(width + 1 - number.length()) + number + " |");
            Clipped clipped = Clipped.of(printable(source().line(line)), marks.subList(i, end));
            String content = clipped.content();
            out.append(content.isBlank() ? "" : " " + content.stripTrailing()).append('\n');
            renderMarks(clipped.marks(), paint, blank, primaryColour);
            previous = line;
            i = end;
        }
    }

    /**
     * The underlines, with the text of the rightmost label behind them, then the other texts below,
     * right to left, each at the column where its label starts.
     */
    private static void renderMarks(
            List<Mark> line, Paint paint, String blank, String primaryColour) {
        List<Mark> left = new ArrayList<>(line);
        paint.put(Paint.BLUE, blank + "|");
        paint.out().append(' ');
        int column = 0;
        for (Mark mark : line) {
            int from = Math.max(column, mark.from());
            paint.out().append(" ".repeat(from - column));
            column = from;
            if (mark.to() > column) {
                String underline = (mark.primary() ? "^" : "-").repeat(mark.to() - column);
                paint.put(mark.primary() ? primaryColour : Paint.BLUE, underline);
                column = mark.to();
            }
        }
        Mark last = left.removeLast();
        boolean overlapped = column > last.to();
        if (overlapped) {
            left.add(last);
        } else if (!last.text().isEmpty()) {
            text(last, 1, last.to() + 1, paint, blank, primaryColour);
        }
        paint.out().append('\n');
        while (!left.isEmpty()) {
            Mark mark = left.removeLast();
            if (mark.text().isEmpty()) {
                continue;
            }
            paint.put(Paint.BLUE, blank + "|");
            text(mark, mark.from() + 1, mark.from(), paint, blank, primaryColour);
            paint.out().append('\n');
        }
    }

    /** A label's text after {@code gap} spaces; further lines of it start at {@code column}. */
    private static void text(
            Mark mark, int gap, int column, Paint paint, String blank, String primaryColour) {
        String colour = mark.primary() ? primaryColour : Paint.BLUE;
        paint.out().append(" ".repeat(gap));
        int from = 0;
        for (int end = mark.text().indexOf('\n'); end >= 0; end = mark.text().indexOf('\n', from)) {
            paint.put(colour, mark.text().substring(from, end));
            paint.out().append('\n');
            paint.put(Paint.BLUE, blank + "|");
            paint.out().append(" ".repeat(column + 1));
            from = end + 1;
        }
        paint.put(colour, mark.text().substring(from));
    }

    /** A line as a terminal may show it: tabs as spaces, other control characters as pictures. */
    private static String printable(String line) {
        StringBuilder out = new StringBuilder();
        line.codePoints()
                .forEach(c -> {
                    if (c == '\t') {
                        out.append(" ".repeat(TAB));
                    } else if (c < ' ') {
                        out.append((char) ('\u2400' + c));
                    } else {
                        out.appendCodePoint(c >= 0x7f && c < 0xa0 ? '\u2421' : c);
                    }
                });
        return out.toString();
    }

    /** The column at which the character with index {@code end} is displayed. */
    private static int displayed(String line, int end) {
        int column = 0;
        for (int i = 0; i < end; ) {
            int c = line.codePointAt(i);
            column += c == '\t' ? TAB : columns(c);
            i += Character.charCount(c);
        }
        return column;
    }

    /**
     * How many columns a terminal gives a character: East Asian wide ones take two, combining ones
     * none.
     */
    private static int columns(int c) {
        if (c < 0x300) {
            return 1;
        }
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK
                || type == Character.ENCLOSING_MARK
                || type == Character.FORMAT) {
            return 0;
        }
        boolean wide =
                (c >= 0x1100 && c <= 0x115f)
                        || (c >= 0x2e80 && c <= 0xa4cf)
                        || (c >= 0xac00 && c <= 0xd7a3)
                        || (c >= 0xf900 && c <= 0xfaff)
                        || (c >= 0xfe30 && c <= 0xfe6f)
                        || (c >= 0xff00 && c <= 0xff60)
                        || (c >= 0xffe0 && c <= 0xffe6)
                        || (c >= 0x1f300 && c <= 0x1faff)
                        || (c >= 0x20000 && c <= 0x3fffd);
        return wide ? 2 : 1;
    }
}

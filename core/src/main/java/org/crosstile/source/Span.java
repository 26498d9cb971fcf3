package org.crosstile.source;

/**
 * A half-open range of characters in a text.
 *
 * @param via how a generated construct came from this place ("while lowering pld.tensor.barrier");
 *     empty for what the user wrote
 */
public record Span(SourceText source, int start, int end, String via) {
    private static final SourceText NOWHERE = new SourceText("<built in>", "");

    /** For constructs that no text stands for: programs built through an API. */
    public static final Span NONE = new Span(NOWHERE, 0, 0, "");

    public static Span of(SourceText source, int start, int end) {
        return new Span(source, start, Math.max(start, end), "");
    }

    /** The smallest span that covers both; both must lie in the same text. */
    public Span to(Span other) {
        return new Span(source, Math.min(start, other.start), Math.max(end, other.end), via);
    }

    /** The same place, marked as the origin of something generated; the innermost mark stays. */
    public Span via(String reason) {
        return via.isEmpty() ? new Span(source, start, end, reason) : this;
    }

    public boolean isNone() {
        return source == NOWHERE;
    }

    public int line() {
        return source.lineOf(start);
    }

    public int column() {
        return source.columnOf(start);
    }

    /**
     * The first place inside where {@code name} is used as an operand; all of this span if there is
     * none.
     */
    public Span find(String name) {
        String text = text();
        for (int i = text.indexOf(name); i >= 0 && !name.isEmpty(); i = text.indexOf(name, i + 1)) {
            int behind = i + name.length();
            boolean starts = i == 0 || !isPartOfName(text.charAt(i - 1));
            boolean ends = behind == text.length() || !isPartOfName(text.charAt(behind));
            boolean keyword =
                    behind < text.length()
                            && text.charAt(behind) == '='
                            && !text.startsWith("==", behind);
            if (starts && ends && !keyword) {
                return new Span(source, start + i, start + behind, via);
            }
        }
        return this;
    }

    private static boolean isPartOfName(char c) {
        return Character.isJavaIdentifierPart(c) || c == '.';
    }

    /** The characters covered. */
    public String text() {
        return source.text().substring(start, Math.min(end, source.text().length()));
    }

    @Override
    public String toString() {
        return source.name() + ":" + line() + ":" + column();
    }
}

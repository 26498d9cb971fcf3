package org.crosstile.syntax;

/** Finds the end of string literals, and their values. */
final class Quotes {
    private Quotes() {}

    static boolean isTriple(String text, int quote) {
        char q = text.charAt(quote);
        return quote + 2 < text.length()
                && text.charAt(quote + 1) == q
                && text.charAt(quote + 2) == q;
    }

    /**
     * The offset behind the literal whose opening quote is at {@code quote}; -1 if it never ends.
     */
    static int end(String text, int quote, boolean formatted) {
        char q = text.charAt(quote);
        boolean triple = isTriple(text, quote);
        int i = quote + (triple ? 3 : 1);
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\\') {
                i += 2;
            } else if (c == q && (!triple || isTriple(text, i))) {
                return i + (triple ? 3 : 1);
            } else if (c == '\n' && !triple) {
                return -1;
            } else if (c == '{' && formatted) {
                boolean literal = i + 1 < text.length() && text.charAt(i + 1) == '{';
                i = literal ? i + 2 : fieldEnd(text, i + 1, triple);
                if (i < 0) {
                    return -1;
                }
            } else {
                i++;
            }
        }
        return -1;
    }

    /**
     * The offset behind a replacement field. Its expression may hold strings with the quotes of the
     * literal around it; behind a colon on the outermost level quotes are plain characters.
     */
    private static int fieldEnd(String text, int from, boolean triple) {
        int brackets = 0;
        boolean format = false;
        int i = from;
        while (i < text.length()) {
            char c = text.charAt(i);
            if (c == '\n' && !triple) {
                return -1;
            }
            if (!format && (c == '"' || c == '\'')) {
                i = end(text, i, false);
                if (i < 0) {
                    return -1;
                }
                continue;
            }
            if (c == '(' || c == '[' || c == '{') {
                brackets++;
            } else if (c == '}' && brackets == 0) {
                return i + 1;
            } else if (c == ')' || c == ']' || c == '}') {
                brackets--;
            } else if (c == ':' && brackets == 0) {
                format = true;
            }
            i++;
        }
        return -1;
    }

    /** The characters that a plain literal stands for. */
    static String value(String literal) {
        int quote = 0;
        boolean raw = false;
        while (literal.charAt(quote) != '"' && literal.charAt(quote) != '\'') {
            raw |= "rR".indexOf(literal.charAt(quote)) >= 0;
            quote++;
        }
        int marks = isTriple(literal, quote) && literal.length() >= quote + 6 ? 3 : 1;
        String inside = literal.substring(quote + marks, literal.length() - marks);
        return raw || inside.indexOf('\\') < 0 ? inside : unescape(inside);
    }

    private static String unescape(String inside) {
        StringBuilder out = new StringBuilder(inside.length());
        for (int i = 0; i < inside.length(); i++) {
            char c = inside.charAt(i);
            if (c != '\\' || i + 1 == inside.length()) {
                out.append(c);
                continue;
            }
            char escaped = inside.charAt(++i);
            switch (escaped) {
                case 'n' -> out.append('\n');
                case 't' -> out.append('\t');
                case 'r' -> out.append('\r');
                case '\n' -> {}
                case '\\', '\'', '"' -> out.append(escaped);
                default -> out.append('\\').append(escaped);
            }
        }
        return out.toString();
    }

    /** A literal in single quotes. */
    static String quote(String value) {
        StringBuilder out = new StringBuilder(value.length() + 2).append('\'');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                case '\\' -> out.append("\\\\");
                case '\'' -> out.append("\\'");
                default -> out.append(c);
            }
        }
        return out.append('\'').toString();
    }
}

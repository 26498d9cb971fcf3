package org.crosstile.engine;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The dictionary in the header of an {@code .npy} file: a Python literal with exactly three keys.
 *
 * @param descr the element type as NumPy writes it
 * @param fortran whether elements are stored column by column
 * @param shape extents, none below 0
 */
record NpyHeader(String descr, boolean fortran, List<Long> shape) {
    private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");

    NpyHeader {
        shape = List.copyOf(shape);
    }

    static NpyHeader parse(String text) throws Npy.FormatException {
        return new Reader(text).header();
    }

    /** Reads the literal from left to right; nothing in it is skipped. */
    private static final class Reader {
        private static final int SHOWN = 120;

        private final String text;
        private final Set<String> seen = new HashSet<>();
        private String descr = "";
        private boolean fortran;
        private List<Long> shape = List.of();
        private int at;

        Reader(String text) {
            this.text = text;
        }

        NpyHeader header() throws Npy.FormatException {
            expect('{');
            while (!take('}')) {
                String key = string();
                expect(':');
                value(key);
                if (!seen.add(key)) {
                    throw wrong("has '" + key + "' twice");
                }
                if (!take(',')) {
                    expect('}');
                    break;
                }
            }
            skip();
            if (at < text.length()) {
                throw wrong("goes on behind its end");
            }
            Optional<String> missing =
                    KEYS.stream().sorted().filter(key -> !seen.contains(key)).findFirst();
            if (missing.isPresent()) {
                throw wrong("has no '" + missing.get() + "'");
            }
            return new NpyHeader(descr, fortran, shape);
        }

        private void value(String key) throws Npy.FormatException {
            switch (key) {
                case "descr" -> {
                    skip();
                    if (at < text.length() && text.charAt(at) == '[') {
                        throw new Npy.FormatException("structured element types are not read");
                    }
                    descr = string();
                }
                case "fortran_order" -> fortran = truth();
                case "shape" -> shape = tuple();
                default -> throw wrong("has a key '" + key + "', which is none of " + KEYS);
            }
        }

        private boolean truth() throws Npy.FormatException {
            String word = word();
            if (!word.equals("True") && !word.equals("False")) {
                throw wrong("has a fortran_order that is neither True nor False");
            }
            return word.equals("True");
        }

        /** {@code ()}, {@code (3,)} or {@code (3, 4)}. */
        private List<Long> tuple() throws Npy.FormatException {
            List<Long> extents = new ArrayList<>();
            expectTuple('(');
            boolean comma = true;
            while (!take(')')) {
                if (!comma) {
                    throw noTuple();
                }
                extents.add(extent());
                comma = take(',');
            }
            if (extents.size() == 1 && !comma) {
                throw noTuple();
            }
            return extents;
        }

        private long extent() throws Npy.FormatException {
            String word = word();
            // Python 2 wrote long integers with an L
            String digits = word.endsWith("L") ? word.substring(0, word.length() - 1) : word;
            if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
                throw noTuple();
            }
            try {
                return Long.parseLong(digits);
            } catch (NumberFormatException e) {
                throw new Npy.FormatException("an extent of " + digits + " fits no memory");
            }
        }

        private void expectTuple(char c) throws Npy.FormatException {
            if (!take(c)) {
                throw noTuple();
            }
        }

        private Npy.FormatException noTuple() {
            return wrong("has a shape that is no tuple of integers");
        }

        private String word() {
            skip();
            int from = at;
            while (at < text.length() && Character.isLetterOrDigit(text.charAt(at))) {
                at++;
            }
            return text.substring(from, at);
        }

        private String string() throws Npy.FormatException {
            skip();
            char quote = at < text.length() ? text.charAt(at) : ' ';
            int close = quote == '\'' || quote == '"' ? text.indexOf(quote, at + 1) : -1;
            if (close < 0) {
                throw wrong("is no dictionary as NumPy writes it");
            }
            String string = text.substring(at + 1, close);
            at = close + 1;
            return string;
        }

        private void expect(char c) throws Npy.FormatException {
            if (!take(c)) {
                throw wrong("is no dictionary as NumPy writes it");
            }
        }

        private boolean take(char c) {
            skip();
            boolean found = at < text.length() && text.charAt(at) == c;
            at += found ? 1 : 0;
            return found;
        }

        private void skip() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
        }

        private Npy.FormatException wrong(String how) {
            String shown = text.strip();
            if (shown.length() > SHOWN) {
                shown = shown.substring(0, SHOWN) + "...";
            }
            return new Npy.FormatException(
                    "its header " + how + ": " + shown.replaceAll("\\p{Cntrl}", "?"));
        }
    }
}

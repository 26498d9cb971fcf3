package org.crosstile.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A command line as one types it into a shell. */
final class CommandText {
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private final List<String> words = new ArrayList<>();

    CommandText(String... words) {
        for (String word : words) {
            add(word);
        }
    }

    void add(String word) {
        words.add(PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'");
    }

    void add(String option, Object value) {
        add(option);
        add(value.toString());
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}

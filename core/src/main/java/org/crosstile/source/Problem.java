package org.crosstile.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Something that is wrong with a program or a run, ready to be shown as text or as a tree.
 *
 * @param rule the requirement that is not met; its headline unless {@code headline} says it better
 * @param headline the requirement, with this program's names in it
 * @param primary the place where it shows, and what was found there
 * @param secondary other places that explain it, for example the declaration
 * @param notes further facts, one line each, printed as {@code = note: ...}
 * @param hint what to write instead; empty if there is nothing sensible to say
 */
public record Problem(
        Rule rule,
        Severity severity,
        String headline,
        Label primary,
        List<Label> secondary,
        List<String> notes,
        String hint) {

    /** A place and what there is to say about it. */
    public record Label(Span span, String text) {}

    public Problem {
        secondary = List.copyOf(secondary);
        notes = List.copyOf(notes);
    }

    /**
     * The same problem at {@code place}, if it stands elsewhere: a variable knows where it is
     * declared, a reader wants to see where it is used. It moves to the variable's name inside
     * {@code place}, and the declaration stays visible beside it.
     */
    public Problem within(Span place) {
        Span at = primary.span();
        boolean inside =
                at.source().equals(place.source())
                        && at.start() >= place.start()
                        && at.end() <= place.end();
        if (inside || at.isNone() || place.isNone()) {
            return this;
        }
        List<Label> labels = new ArrayList<>();
        labels.add(new Label(at, "declared here"));
        labels.addAll(secondary);
        Label moved = new Label(place.find(leadingName(at.text())), primary.text());
        return new Problem(rule, severity, headline, moved, labels, notes, hint);
    }

    /** The same problem, which stops nothing. */
    Problem asWarning() {
        return new Problem(rule, Severity.WARNING, headline, primary, secondary, notes, hint);
    }

    private static String leadingName(String text) {
        int end = 0;
        while (end < text.length() && Character.isJavaIdentifierPart(text.charAt(end))) {
            end++;
        }
        return text.substring(0, end);
    }

    /** Starts an error at {@code span}; {@code found} says what stands there. */
    public static Builder error(Rule rule, Span span, String found) {
        return new Builder(rule, Severity.ERROR, span, found);
    }

    /** Starts a warning at {@code span}; {@code found} says what stands there. */
    public static Builder warning(Rule rule, Span span, String found) {
        return new Builder(rule, Severity.WARNING, span, found);
    }

    /** Collects the optional parts of a problem. */
    public static final class Builder {
        private final Rule rule;
        private final Severity severity;
        private final Label primary;
        private final List<Label> secondary = new ArrayList<>();
        private final List<String> notes = new ArrayList<>();
        private String headline;
        private String hint = "";

        private Builder(Rule rule, Severity severity, Span span, String found) {
            this.rule = rule;
            this.severity = severity;
            this.primary = new Label(span, found);
            this.headline = rule.headline();
        }

        /** Replaces the rule's headline by one with this program's names in it. */
        public Builder headline(String text) {
            headline = text;
            return this;
        }

        /** Adds the other side of the conflict. */
        public Builder see(Span span, String text) {
            secondary.add(new Label(span, text));
            return this;
        }

        /** Adds a fact. */
        public Builder note(String text) {
            notes.add(text);
            return this;
        }

        /** Says what to write instead. */
        public Builder hint(String text) {
            hint = text;
            return this;
        }

        public Problem build() {
            return new Problem(rule, severity, headline, primary, secondary, notes, hint);
        }

        /** Builds and adds to {@code problems}. */
        public void to(Problems problems) {
            problems.add(build());
        }
    }
}

package org.crosstile.source;

import java.util.Optional;

/**
 * A requirement that programs are held to, declared where it is checked.
 *
 * @param id a slug, unique in the toolchain: {@code notify-offsets-rank}
 * @param verdict what breaking the rule makes of the program
 * @param headline the requirement as one lower-case sentence without a full stop
 * @param page what {@code crosstile explain} adds; absent for rules derived from a slot
 * @param isAllowable whether a program that breaks the rule can be run all the same, to see what
 *     comes of it
 */
public record Rule(
        String id, Verdict verdict, String headline, Optional<Page> page, boolean isAllowable) {
    /** A rule that programs are always held to. */
    public Rule(String id, Verdict verdict, String headline, Optional<Page> page) {
        this(id, verdict, headline, page, false);
    }

    /**
     * The explanation of a rule.
     *
     * @param why the reason for the rule, in a sentence or two
     * @param where which fixture of programs/rules completes the two snippets to programs
     * @param bad lines that break exactly this rule
     * @param good the same lines as they should be
     */
    public record Page(String why, String where, String bad, String good) {}

    /** A rule that a program breaks before it runs. */
    public static Rule of(String id, String headline) {
        return new Rule(id, Verdict.REJECT, headline, Optional.empty());
    }

    /** A rule about a run. */
    public static Rule of(String id, Verdict verdict, String headline) {
        return new Rule(id, verdict, headline, Optional.empty());
    }

    /** This rule with its page. */
    public Rule explained(String why, String where, String bad, String good) {
        return new Rule(
                id, verdict, headline, Optional.of(new Page(why, where, bad, good)), isAllowable);
    }

    /** This rule, as one that a run has broken: what would have been refused is a fault then. */
    public Rule broken() {
        Verdict found = verdict == Verdict.REJECT ? Verdict.FAULT : verdict;
        return new Rule(id, found, headline, page, isAllowable);
    }

    /** This rule, as one that {@link Problems#allow} may make a warning of. */
    public Rule allowable() {
        return new Rule(id, verdict, headline, page, true);
    }
}

package org.crosstile.source;

import java.util.ArrayList;
import java.util.List;

/**
 * A problem as people read it: headline, place, the lines concerned with what there is to say about
 * them, then notes, hint and where to read on.
 */
public final class ProblemText {
    private final boolean colour;

    private ProblemText(boolean colour) {
        this.colour = colour;
    }

    /** Text without control characters. */
    public static ProblemText plain() {
        return new ProblemText(false);
    }

    /** Text with ANSI colours. */
    public static ProblemText coloured() {
        return new ProblemText(true);
    }

    /**
     * Renders problems in the given order, a blank line between two of them; of very many the
     * first, and how many more there are.
     */
    public String render(List<Problem> problems) {
        StringBuilder out = new StringBuilder();
        Shown shown = Shown.of(problems);
        for (Problem problem : shown.problems()) {
            if (!out.isEmpty()) {
                out.append('\n');
            }
            out.append(render(problem));
        }
        if (shown.leftOut() > 0) {
            out.append("\n... and ").append(shown.leftOut()).append(" more, which are not shown\n");
        }
        return out.toString();
    }

    /** One problem; ends with a line end. */
    public String render(Problem problem) {
        StringBuilder out = new StringBuilder();
        Paint paint = new Paint(out, colour);
        boolean error = problem.severity() == Severity.ERROR;
        paint.put(
                error ? Paint.RED : Paint.YELLOW,
                problem.severity().word() + "[" + problem.rule().id() + "]");
        paint.put(Paint.BOLD, ": " + problem.headline());
        out.append('\n');
        List<Excerpt> excerpts = excerpts(problem);
        int width = 1;
        for (Excerpt excerpt : excerpts) {
            width = Math.max(width, Integer.toString(excerpt.lastLine()).length());
        }
        String arrow = "--> ";
        for (Excerpt excerpt : excerpts) {
            paint.put(Paint.BLUE, " ".repeat(width + 1) + arrow);
            out.append(excerpt.place()).append('\n');
            excerpt.render(paint, width, error ? Paint.RED : Paint.YELLOW);
            arrow = "::: ";
        }
        String blank = " ".repeat(width + 2);
        if (!excerpts.isEmpty()) {
            paint.put(Paint.BLUE, blank + "|");
            out.append('\n');
        }
        footnotes(problem, paint, blank);
        return out.toString();
    }

    private static void footnotes(Problem problem, Paint paint, String blank) {
        if (problem.primary().span().isNone() && !problem.primary().text().isEmpty()) {
            footnote(paint, blank, "note", problem.primary().text());
        }
        for (Problem.Label label : problem.secondary()) {
            if (label.span().isNone()) {
                footnote(paint, blank, "note", label.text());
            }
        }
        for (String trail : trails(problem)) {
            footnote(paint, blank, "note", trail);
        }
        for (String note : problem.notes()) {
            footnote(paint, blank, "note", note);
        }
        if (!problem.hint().isEmpty()) {
            footnote(paint, blank, "hint", problem.hint());
        }
        footnote(paint, blank, "help", "crosstile explain " + problem.rule().id());
    }

    /** How generated constructs came from the places shown; each said once. */
    static List<String> trails(Problem problem) {
        List<String> trails = new ArrayList<>();
        addTrail(problem.primary().span(), trails);
        for (Problem.Label label : problem.secondary()) {
            addTrail(label.span(), trails);
        }
        return trails;
    }

    private static void addTrail(Span span, List<String> trails) {
        if (!span.via().isEmpty()) {
            String trail = span.isNone() ? span.via() : span.via() + " at " + span;
            if (!trails.contains(trail)) {
                trails.add(trail);
            }
        }
    }

    private static void footnote(Paint paint, String blank, String kind, String text) {
        paint.put(Paint.BLUE, blank + "= ");
        paint.put(Paint.BOLD, kind);
        paint.out().append(": ");
        String continued = "\n" + blank + " ".repeat(kind.length() + 4);
        paint.out().append(text.replace("\n", continued)).append('\n');
    }

    /** The texts that labels lie in: the primary label's first, each with its labels. */
    private static List<Excerpt> excerpts(Problem problem) {
        List<Excerpt> excerpts = new ArrayList<>();
        addLabel(excerpts, problem.primary(), true);
        for (Problem.Label label : problem.secondary()) {
            addLabel(excerpts, label, false);
        }
        return excerpts;
    }

    private static void addLabel(List<Excerpt> excerpts, Problem.Label label, boolean primary) {
        if (label.span().isNone()) {
            return;
        }
        for (Excerpt excerpt : excerpts) {
            if (excerpt.source() == label.span().source()) {
                excerpt.add(label, primary);
                return;
            }
        }
        Excerpt excerpt = new Excerpt(label.span());
        excerpt.add(label, primary);
        excerpts.add(excerpt);
    }
}

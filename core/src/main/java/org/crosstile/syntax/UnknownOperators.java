package org.crosstile.syntax;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Says what is wrong with the name of an operator that does not exist. */
final class UnknownOperators {
    /** What can be called besides operators. */
    private static final List<String> CONSTRUCTS = List.of("pl.const", "pl.submit", "pl.dynamic");

    private final Catalogued operators;
    private final Problems problems;

    UnknownOperators(Catalogued operators, Problems problems) {
        this.operators = operators;
        this.problems = problems;
    }

    Rejected report(String path, Span span) {
        String[] parts = path.split("\\.", -1);
        boolean distributed = parts[0].equals("pld");
        boolean category =
                distributed
                        && parts.length > 2
                        && !List.of("system", "tensor", "tile").contains(parts[1]);
        Rule rule =
                category
                        ? SyntaxRules.UNKNOWN_CATEGORY
                        : distributed
                                ? SyntaxRules.UNKNOWN_DISTRIBUTED
                                : SyntaxRules.UNKNOWN_OPERATOR;
        Problem.error(rule, span, "there is no `" + path + "`")
                .hint(hint(path, parts))
                .to(problems);
        return new Rejected();
    }

    private String hint(String path, String[] parts) {
        Set<String> names = new TreeSet<>(operators.names());
        names.addAll(CONSTRUCTS);
        String last = parts[parts.length - 1];
        // The right name in the wrong place is the likeliest mistake.
        List<String> elsewhere = names.stream().filter(n -> n.endsWith("." + last)).toList();
        if (!elsewhere.isEmpty()) {
            return "did you mean `" + elsewhere.getFirst() + "`?";
        }
        return Names.closest(path, names)
                .map(close -> "did you mean `" + close + "`?")
                .orElse(
                        parts[0].equals("pld") && parts.length == 2
                                ? shortForms(names)
                                : "crosstile ops lists all operators");
    }

    private static String shortForms(Set<String> names) {
        List<String> shorts =
                names.stream().filter(n -> n.startsWith("pld.") && n.indexOf('.', 4) < 0).toList();
        return shorts.isEmpty() ? "" : "short forms are " + String.join(", ", shorts);
    }
}

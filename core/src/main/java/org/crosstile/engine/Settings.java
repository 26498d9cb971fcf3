package org.crosstile.engine;

import java.util.TreeSet;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Walk;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Loaded;

/** Finds settings that nothing asks for: most likely they are misspelt. */
final class Settings {
    static final Rule UNKNOWN =
            Rule.of(
                    "set-unknown",
                    "--set names a factory's parameter, a symbolic dim or a scalar parameter");

    static final Rule NUMBER =
            Rule.of("set-number", "--set gives a symbolic dim a whole number, at least 0");

    private Settings() {}

    static void check(LoadOptions options, Loaded loaded, Program program, Problems problems) {
        if (options.set().isEmpty()) {
            return;
        }
        TreeSet<String> known = new TreeSet<>();
        for (Loaded.Unit unit : loaded.units()) {
            unit.parameters().forEach(p -> known.add(p.name()));
        }
        check(options, known, program, problems);
    }

    /** Checks what is set for a program that was not read from a text. */
    static void check(LoadOptions options, Program program, Problems problems) {
        if (!options.set().isEmpty()) {
            check(options, new TreeSet<>(), program, problems);
        }
    }

    private static void check(
            LoadOptions options, TreeSet<String> known, Program program, Problems problems) {
        TreeSet<String> dims = new TreeSet<>();
        for (Function function : program.functions()) {
            function.params().forEach(p -> addNames(p, known, dims));
        }
        dims.removeAll(known);
        for (String name : dims) {
            String value = options.set().getOrDefault(name, "0");
            if (!isExtent(value)) {
                Problem.error(
                                NUMBER,
                                program.span(),
                                "`" + name + "` is a symbolic dim of this program")
                        .headline("`--set " + name + "=" + value + "` is no extent")
                        .hint("write a whole number, for example --set " + name + "=4")
                        .to(problems);
            }
        }
        known.addAll(dims);
        for (String name : new TreeSet<>(options.set().keySet())) {
            if (!known.contains(name)) {
                Problem.error(UNKNOWN, program.span(), "this program has no `" + name + "` to set")
                        .headline("`--set " + name + "` has no effect")
                        .hint(Names.suggestion(name, known))
                        .to(problems);
            }
        }
    }

    private static boolean isExtent(String value) {
        try {
            return Long.parseLong(value) >= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static void addNames(
            Function.Param param, TreeSet<String> known, TreeSet<String> dims) {
        switch (param.var().type()) {
            case Type.Scalar s -> known.add(param.var().name());
            case Type.TensorLike tensor -> {
                for (Expr extent : tensor.shape()) {
                    Walk.expressions(
                            extent,
                            e -> {
                                if (e instanceof Dim dim) {
                                    dims.add(dim.name());
                                }
                            });
                }
            }
            default -> {}
        }
    }
}

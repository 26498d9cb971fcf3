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
        for (Function function : program.functions()) {
            function.params().forEach(p -> addNames(p, known));
        }
        for (String name : new TreeSet<>(options.set().keySet())) {
            if (!known.contains(name)) {
                Problem.error(UNKNOWN, program.span(), "this program has no `" + name + "` to set")
                        .headline("`--set " + name + "` has no effect")
                        .hint(Names.suggestion(name, known))
                        .to(problems);
            }
        }
    }

    private static void addNames(Function.Param param, TreeSet<String> known) {
        switch (param.var().type()) {
            case Type.Scalar s -> known.add(param.var().name());
            case Type.TensorLike tensor -> {
                for (Expr extent : tensor.shape()) {
                    Walk.expressions(
                            extent,
                            e -> {
                                if (e instanceof Dim dim) {
                                    known.add(dim.name());
                                }
                            });
                }
            }
            default -> {}
        }
    }
}

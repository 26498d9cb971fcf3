package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.crosstile.model.Program;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/** What a file offers: programs, and factories that make programs. */
public final class Loaded {
    private final SourceText source;
    private final List<Unit> units;
    private final Problems problems;

    Loaded(SourceText source, List<Unit> units, Problems problems) {
        this.source = source;
        this.units = List.copyOf(units);
        this.problems = problems;
    }

    /** How a program stands in a file. */
    public enum Form {
        /** A class decorated with {@code pl.program}. */
        CLASS,
        /** A function decorated with {@code pl.jit.host}, and what it calls. */
        JIT,
        /** A function that returns a program class. */
        FACTORY
    }

    /**
     * A parameter of a factory.
     *
     * @param fallback the default as written; empty if there is none
     */
    public record Parameter(String name, Optional<String> fallback) {}

    /**
     * A program that can be made.
     *
     * @param name the class, the host function or the factory
     * @param parameters those of a factory
     */
    public record Unit(
            String name,
            Form form,
            List<Parameter> parameters,
            Span span,
            Function<Problems, Optional<Program>> maker) {
        public Unit {
            parameters = List.copyOf(parameters);
        }

        /**
         * Makes the program without the statements that have problems; for those who want to find
         * the problems of later stages, too.
         */
        public Optional<Program> draft(Problems problems) {
            return maker.apply(problems);
        }

        /** Makes the program; empty if problems were reported. */
        public Optional<Program> program(Problems problems) {
            int before = problems.errors();
            Optional<Program> made = maker.apply(problems);
            return problems.errors() > before ? Optional.empty() : made;
        }
    }

    /** Everything that the file offers, in the order of the text. */
    public List<Unit> units() {
        return units;
    }

    /** All programs that can be made; what is wrong with the others has been reported. */
    public List<Program> programs() {
        List<Program> programs = new ArrayList<>();
        units.forEach(unit -> unit.program(problems).ifPresent(programs::add));
        if (units.isEmpty() && !problems.hasErrors()) {
            nothing();
        }
        return programs;
    }

    /**
     * The program of a name, which may be that of the class, the host function or the factory; the
     * only program if {@code name} is empty.
     */
    public Optional<Program> select(String name) {
        if (units.isEmpty()) {
            if (!problems.hasErrors()) {
                nothing();
            }
            return Optional.empty();
        }
        if (name.isEmpty() && units.size() == 1) {
            return units.getFirst().program(problems);
        }
        for (Unit unit : units) {
            if (unit.name().equals(name)) {
                return unit.program(problems);
            }
        }
        return name.isEmpty() ? several() : byClass(name);
    }

    /** A program made by a factory is also found by the name of its class. */
    private Optional<Program> byClass(String name) {
        for (Unit unit : units) {
            Problems silent = new Problems();
            if (unit.form() == Form.FACTORY
                    && unit.program(silent).map(p -> p.name().equals(name)).orElse(false)) {
                return unit.program(problems);
            }
        }
        List<String> names = units.stream().map(Unit::name).toList();
        Problem.error(SyntaxRules.WHICH_PROGRAM, units.getFirst().span(), "the first one is here")
                .headline("there is no program `" + name + "` in this file")
                .hint(
                        Names.closest(name, names)
                                .map(c -> "did you mean `" + c + "`?")
                                .orElse(list(names)))
                .to(problems);
        return Optional.empty();
    }

    private Optional<Program> several() {
        List<String> names = units.stream().map(Unit::name).toList();
        Problem.error(SyntaxRules.WHICH_PROGRAM, units.getFirst().span(), "the first one is here")
                .headline("this file holds " + units.size() + " programs, and one must be chosen")
                .hint("--program NAME; " + list(names))
                .to(problems);
        return Optional.empty();
    }

    private static String list(List<String> names) {
        return "there is " + String.join(", ", names);
    }

    private void nothing() {
        Problem.error(SyntaxRules.NO_PROGRAM, source.lineSpan(1), "no program in this file")
                .hint("decorate a class with @pl.program, or a function with @pl.jit.host")
                .to(problems);
    }
}

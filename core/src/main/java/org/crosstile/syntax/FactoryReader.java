package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.Coded;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.ReduceOp;
import org.crosstile.model.Program;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Runs a factory: a Python function that returns a program class. Its assignments and conditionals
 * are evaluated over its parameters; statements that are not understood make the names unknown that
 * they may have assigned.
 */
final class FactoryReader {
    private final Tree.Def def;
    private final Closures outer;
    private final LoadOptions options;
    private final Catalogued operators;

    FactoryReader(Tree.Def def, Closures outer, LoadOptions options, Catalogued operators) {
        this.def = def;
        this.outer = outer;
        this.options = options;
        this.operators = operators;
    }

    /** Whether a function declares a program. */
    static boolean isFactory(Line def) {
        for (Line line : def.body) {
            if (line.decorator().equals("pl.program")) {
                return true;
            }
        }
        return false;
    }

    List<Loaded.Parameter> parameters() {
        List<Loaded.Parameter> parameters = new ArrayList<>();
        for (Tree.Parameter p : def.parameters()) {
            if (!p.name().isEmpty() && p.star().isEmpty()) {
                parameters.add(
                        new Loaded.Parameter(p.name(), p.fallback().map(f -> f.span().text())));
            }
        }
        return parameters;
    }

    /** The program that the factory returns for the options' arguments. */
    Optional<Program> program(Problems problems) {
        Closures locals = new Closures(outer);
        if (!bindParameters(locals, problems)) {
            return Optional.empty();
        }
        Run run = new Run(locals, problems);
        run.block(statements(problems));
        if (run.result.isEmpty() && !run.failed) {
            Problem.error(
                            SyntaxRules.FACTORY_RESULT,
                            def.nameSpan(),
                            "it ends without returning its class")
                    .headline("`" + def.name() + "` must return its program")
                    .hint("end it with `return` and the name of the class")
                    .to(problems);
        }
        return run.result;
    }

    /** The statements of the body. Python that the grammar does not know is stepped over. */
    private List<Tree> statements(Problems problems) {
        Problems found = new Problems();
        List<Tree> statements = Statements.of(def.line().body, found);
        for (Problem problem : found.sorted()) {
            Span at = problem.primary().span();
            boolean wrong =
                    problem.rule() == SyntaxRules.SYNTAX
                            || problem.rule() == SyntaxRules.INDENTATION;
            if (wrong && !at.source().line(at.line()).strip().startsWith("match ")) {
                problems.add(problem);
            }
        }
        return statements;
    }

    private boolean bindParameters(Closures locals, Problems problems) {
        boolean complete = true;
        for (Tree.Parameter p : def.parameters()) {
            if (p.name().isEmpty() || !p.star().isEmpty()) {
                continue;
            }
            Optional<Value> value = argument(p);
            if (value.isEmpty()) {
                complete = false;
                Problem.error(
                                SyntaxRules.FACTORY_ARGUMENT,
                                p.span(),
                                "`" + p.name() + "` has no value")
                        .headline("`" + def.name() + "` needs a value for `" + p.name() + "`")
                        .hint("--set " + p.name() + "=VALUE")
                        .to(problems);
            }
            locals.set(p.name(), value.orElse(new Value.Nothing()));
        }
        return complete;
    }

    private Optional<Value> argument(Tree.Parameter p) {
        String given = options.set().get(p.name());
        if (given != null) {
            return Optional.of(parse(given));
        }
        if (p.fallback().isPresent()) {
            return Optional.of(new Evaluator(outer).eval(p.fallback().get()));
        }
        return p.name().equals("n_ranks")
                ? Optional.of(new Value.Whole(options.ranks()))
                : Optional.empty();
    }

    /** A value as the command line writes it. */
    private static Value parse(String text) {
        Optional<Value> constant =
                Constants.find(text)
                        .or(() -> Constants.dtype(text).map(Value.Element::new))
                        .or(() -> code(text));
        if (constant.isPresent()) {
            return constant.get();
        }
        switch (text) {
            case "True", "true" -> {
                return new Value.Truth(true);
            }
            case "False", "false" -> {
                return new Value.Truth(false);
            }
            default -> {}
        }
        try {
            return new Value.Whole(Long.parseLong(text));
        } catch (NumberFormatException notWhole) {
            try {
                return new Value.Real(Double.parseDouble(text));
            } catch (NumberFormatException notReal) {
                return new Value.Text(text);
            }
        }
    }

    private static Optional<Value> code(String text) {
        Optional<? extends Coded> code = Coded.bySpelling(ReduceOp.class, text);
        if (code.isEmpty()) {
            code = Coded.bySpelling(MemorySpace.class, text);
        }
        if (code.isEmpty()) {
            code = Coded.bySpelling(CastMode.class, text);
        }
        return code.map(Value.Code::new);
    }

    /** The execution of a factory's body. */
    private final class Run {
        private final Closures locals;
        private final Evaluator evaluator;
        private final Problems problems;
        private final Map<String, Tree.ClassDef> classes = new HashMap<>();
        private Optional<Program> result = Optional.empty();
        private boolean failed;

        Run(Closures locals, Problems problems) {
            this.locals = locals;
            this.evaluator = new Evaluator(locals);
            this.problems = problems;
        }

        /** Runs statements until one returns. */
        void block(List<Tree> statements) {
            for (Tree tree : statements) {
                if (result.isPresent() || failed) {
                    return;
                }
                statement(tree);
            }
        }

        private void statement(Tree tree) {
            switch (tree) {
                case Tree.Assign a ->
                        a.targets().forEach(target -> assign(target, evaluator.eval(a.value())));
                case Tree.Annotated a ->
                        a.value().ifPresent(v -> assign(a.target(), evaluator.eval(v)));
                case Tree.Augmented a -> assign(a.target(), unknown(a.span()));
                case Tree.If i -> branch(i);
                case Tree.ClassDef c -> {
                    classes.put(c.name(), c);
                    locals.set(c.name(), new Value.Unit(c.name()));
                }
                case Tree.Return r -> returned(r);
                case Tree.For f -> {
                    f.targets().forEach(t -> assign(t, unknown(f.span())));
                    forget(f.body());
                }
                case Tree.While w -> forget(w.body());
                case Tree.With w -> forget(w.body());
                case Tree.Unread u -> forget(List.of(u));
                case Tree.Foreign f when f.word().equals("raise") -> {
                    failed = true;
                    Problem.error(SyntaxRules.FACTORY_RAISES, f.span(), "the arguments lead here")
                            .headline("`" + def.name() + "` must accept its arguments")
                            .see(def.nameSpan(), "called with " + arguments())
                            .to(problems);
                }
                default -> {}
            }
        }

        private String arguments() {
            List<String> all = new ArrayList<>();
            for (Loaded.Parameter p : parameters()) {
                all.add(p.name() + "=" + locals.get(p.name()).map(Value::describe).orElse("?"));
            }
            return all.isEmpty() ? "no arguments" : String.join(", ", all);
        }

        private Value unknown(Span span) {
            return new Value.Unknown("this is more Python than is evaluated here", span);
        }

        private void assign(Node target, Value value) {
            switch (target) {
                case Node.Name name -> locals.set(name.id(), value);
                case Node.Items items -> {
                    for (int i = 0; i < items.items().size(); i++) {
                        boolean known =
                                value instanceof Value.Items v
                                        && v.items().size() == items.items().size();
                        Value part =
                                known
                                        ? ((Value.Items) value).items().get(i)
                                        : unknown(target.span());
                        assign(items.items().get(i), part);
                    }
                }
                default -> {}
            }
        }

        private void branch(Tree.If i) {
            Value condition = evaluator.eval(i.condition());
            if (condition instanceof Value.Unknown) {
                forget(i.then());
                forget(i.otherwise());
            } else {
                block(Arithmetic.truth(condition) ? i.then() : i.otherwise());
            }
        }

        /** Makes the names unknown that statements assign. */
        private void forget(List<Tree> statements) {
            for (Tree tree : statements) {
                switch (tree) {
                    case Tree.Assign a -> a.targets().forEach(t -> assign(t, unknown(a.span())));
                    case Tree.Annotated a -> assign(a.target(), unknown(a.span()));
                    case Tree.Augmented a -> assign(a.target(), unknown(a.span()));
                    case Tree.If i -> {
                        forget(i.then());
                        forget(i.otherwise());
                    }
                    case Tree.For f -> forget(f.body());
                    case Tree.While w -> forget(w.body());
                    case Tree.With w -> forget(w.body());
                    case Tree.Unread u -> {
                        u.names().forEach(name -> assign(name, unknown(u.span())));
                        forget(u.body());
                    }
                    default -> {}
                }
            }
        }

        private void returned(Tree.Return r) {
            Value value = r.value().map(evaluator::eval).orElse(new Value.Nothing());
            Tree.ClassDef program =
                    value instanceof Value.Unit unit ? classes.get(unit.name()) : null;
            if (program == null) {
                failed = true;
                Problem.error(SyntaxRules.FACTORY_RESULT, r.span(), "this is " + value.describe())
                        .headline("`" + def.name() + "` must return its program class")
                        .to(problems);
                return;
            }
            result = Optional.of(ProgramReader.ofClass(program, locals, operators, problems));
        }
    }
}

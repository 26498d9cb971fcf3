package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Program;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;

/**
 * Finds programs, factories and constants on the top level of a file; all else is not looked at.
 */
final class ModuleReader {
    private static final List<String> DECORATORS =
            List.of("pl.program", "pl.function", "pl.jit", "pl.jit.incore", "pl.jit.host");

    private final Tokens tokens;
    private final LoadOptions options;
    private final Catalogued operators;
    private final Problems problems;
    private final Closures closures = new Closures();
    private final List<Loaded.Unit> units = new ArrayList<>();
    private final List<ProgramReader.Jit> jits = new ArrayList<>();
    private final Set<String> calledJits = new HashSet<>();

    ModuleReader(SourceText text, LoadOptions options, Catalogued operators, Problems problems) {
        this.tokens = Lexer.lex(text);
        this.options = options;
        this.operators = operators;
        this.problems = problems;
    }

    List<Loaded.Unit> units() {
        List<Line> decorators = new ArrayList<>();
        for (Line line : Lines.of(tokens)) {
            if (line.type() == DslParser.AT) {
                decorators.add(line);
                continue;
            }
            read(line, decorators);
            decorators.clear();
        }
        roots().forEach(this::addJit);
        if (units.isEmpty()) {
            reportBroken();
        }
        units.sort((a, b) -> Integer.compare(a.span().start(), b.span().start()));
        return units;
    }

    private void read(Line line, List<Line> decorators) {
        String ours = ours(decorators);
        switch (line.type()) {
            case DslParser.CLASS -> {
                if (ours.equals("pl.program")) {
                    program(line);
                } else if (!ours.isEmpty()) {
                    wrongDecorator(decorators, "a program class", "pl.program");
                }
            }
            case DslParser.DEF -> {
                if (FunctionHeader.ofJit(ours).isPresent()) {
                    jit(line, ours);
                } else if (!ours.isEmpty()) {
                    wrongDecorator(decorators, "a free function", "pl.jit");
                } else if (FactoryReader.isFactory(line)) {
                    factory(line);
                }
            }
            case DslParser.NAME -> assignment(line);
            default -> {}
        }
    }

    /** The decorator of ours among some; empty if there is none. */
    private static String ours(List<Line> decorators) {
        for (Line decorator : decorators) {
            String name = decorator.decorator();
            if (name.startsWith("pl.")) {
                return name;
            }
        }
        return "";
    }

    private void wrongDecorator(List<Line> decorators, String what, String usual) {
        for (Line decorator : decorators) {
            String name = decorator.decorator();
            if (name.startsWith("pl.")) {
                Problem.error(
                                SyntaxRules.DECORATOR,
                                decorator.span(),
                                "`" + name + "` does not fit here")
                        .headline(what + " is decorated with " + usual)
                        .hint(
                                DECORATORS.contains(name)
                                        ? "pl.function belongs to methods of a @pl.program class"
                                        : Names.closest(name, DECORATORS)
                                                .map(c -> "did you mean `" + c + "`?")
                                                .orElse(""))
                        .to(problems);
            }
        }
    }

    private void assignment(Line line) {
        boolean assigns =
                line.first + 1 < line.end
                        && line.body.isEmpty()
                        && (line.tokens.type(line.first + 1) == DslParser.ASSIGN
                                || line.tokens.type(line.first + 1) == DslParser.COLON);
        if (!assigns) {
            return;
        }
        String name = line.tokens.text(line.first);
        Optional<Tree> tree = LineParser.parse(line, new Problems());
        Value unknown =
                new Value.Unknown("this is more Python than is evaluated here", line.span());
        Evaluator evaluator = new Evaluator(closures);
        switch (tree.orElse(new Tree.Pass(line.span()))) {
            case Tree.Assign a ->
                    a.targets()
                            .forEach(target -> {
                                if (target instanceof Node.Name n) {
                                    closures.set(n.id(), evaluator.eval(a.value()));
                                }
                            });
            case Tree.Annotated a ->
                    closures.set(name, a.value().map(evaluator::eval).orElse(unknown));
            default -> closures.set(name, unknown);
        }
    }

    private void program(Line line) {
        Optional<Tree> tree = LineParser.parse(line, problems);
        if (tree.isPresent() && tree.get() instanceof Tree.ClassDef c) {
            // Inside of a class its name is still what it was before.
            Closures around = new Closures(closures);
            closures.get(c.name()).ifPresent(before -> around.set(c.name(), before));
            closures.set(c.name(), new Value.Unit(c.name()));
            add(
                    c.name(),
                    Loaded.Form.CLASS,
                    List.of(),
                    c.nameSpan(),
                    p -> Optional.of(ProgramReader.ofClass(c, around, operators, p)));
        }
    }

    private void factory(Line line) {
        Optional<Tree> tree = LineParser.parse(line, problems);
        if (tree.isPresent() && tree.get() instanceof Tree.Def def) {
            FactoryReader factory = new FactoryReader(def, closures, options, operators);
            add(
                    def.name(),
                    Loaded.Form.FACTORY,
                    factory.parameters(),
                    def.nameSpan(),
                    factory::program);
        }
    }

    private void jit(Line line, String decorator) {
        Optional<Tree> tree = LineParser.parse(line, problems);
        if (tree.isPresent() && tree.get() instanceof Tree.Def def) {
            jits.add(new ProgramReader.Jit(def, FunctionHeader.ofJit(decorator).orElseThrow()));
            for (int i = line.end;
                    i < tokens.count() && tokens.start(i) < line.whole().end();
                    i++) {
                if (tokens.type(i) == DslParser.NAME
                        && i + 1 < tokens.count()
                        && tokens.type(i + 1) == DslParser.LPAREN) {
                    calledJits.add(tokens.text(i));
                }
            }
        }
    }

    /**
     * The free functions that programs begin with: those of the host, else those that nobody calls.
     */
    private List<ProgramReader.Jit> roots() {
        List<ProgramReader.Jit> hosts =
                jits.stream()
                        .filter(j -> j.header().level() == org.crosstile.model.Function.Level.HOST)
                        .toList();
        return hosts.isEmpty()
                ? jits.stream().filter(j -> !calledJits.contains(j.def().name())).toList()
                : hosts;
    }

    private void addJit(ProgramReader.Jit root) {
        Tree.Def def = root.def();
        add(
                def.name(),
                Loaded.Form.JIT,
                List.of(),
                def.nameSpan(),
                p -> Optional.of(ProgramReader.ofJit(def, jits, closures, operators, p)));
    }

    private void add(
            String name,
            Loaded.Form form,
            List<Loaded.Parameter> parameters,
            org.crosstile.source.Span span,
            java.util.function.Function<Problems, Optional<Program>> maker) {
        units.add(new Loaded.Unit(name, form, parameters, span, maker));
    }

    /** In a file without programs, a string that never ends may have swallowed them. */
    private void reportBroken() {
        for (int i = 0; i < tokens.count(); i++) {
            if (tokens.type(i) == DslParser.BROKEN) {
                Problem.error(SyntaxRules.SYNTAX, tokens.span(i), tokens.complaint(i))
                        .headline("text must consist of tokens of the language")
                        .to(problems);
                return;
            }
        }
    }
}

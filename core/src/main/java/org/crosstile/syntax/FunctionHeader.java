package org.crosstile.syntax;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Where a function runs, as its decorator says; level and role follow from the type where they are
 * not said.
 */
record FunctionHeader(
        Function.Kind kind, Function.Level level, Function.Role role, Map<String, Expr> attrs) {
    private static final List<String> KEYWORDS =
            List.of("type", "level", "role", "auto_scope", "attrs");

    /** The header of a method; empty if a problem was reported. */
    static Optional<FunctionHeader> ofMethod(Tree.Def def, Evaluator evaluator, Problems problems) {
        for (Node decorator : def.decorators()) {
            Node name = decorator instanceof Node.Call call ? call.function() : decorator;
            if (!Node.path(name).equals("pl.function")) {
                Problem.error(SyntaxRules.DECORATOR, decorator.span(), "this is not pl.function")
                        .headline("a function of a program is decorated with pl.function")
                        .hint(
                                Names.closest(Node.path(name), List.of("pl.function"))
                                        .map(c -> "did you mean `" + c + "`?")
                                        .orElse(""))
                        .to(problems);
                return Optional.empty();
            }
        }
        if (def.decorators().size() != 1) {
            Problem.error(
                            SyntaxRules.METHOD,
                            def.nameSpan(),
                            def.decorators().size() + " decorators")
                    .headline("a function of a program has one decorator")
                    .hint("for example @pl.function(type=pl.FunctionType.InCore)")
                    .to(problems);
            return Optional.empty();
        }
        List<Node.Argument> arguments =
                def.decorators().getFirst() instanceof Node.Call call
                        ? call.arguments()
                        : List.of();
        return new Parts(evaluator, problems).read(arguments, def.nameSpan());
    }

    /**
     * The header that {@code @pl.jit}, {@code @pl.jit.incore} and {@code @pl.jit.host} stand for.
     */
    static Optional<FunctionHeader> ofJit(String decorator) {
        return switch (decorator) {
            case "pl.jit" -> Optional.of(of(Function.Kind.Orchestration));
            case "pl.jit.incore" -> Optional.of(of(Function.Kind.InCore));
            case "pl.jit.host" ->
                    Optional.of(
                            new FunctionHeader(
                                    Function.Kind.Opaque,
                                    Function.Level.HOST,
                                    Function.Role.Orchestrator,
                                    Map.of()));
            default -> Optional.empty();
        };
    }

    private static FunctionHeader of(Function.Kind kind) {
        return new FunctionHeader(kind, level(kind), role(kind), Map.of());
    }

    private static Function.Level level(Function.Kind kind) {
        return switch (kind) {
            case Orchestration, Graph, Opaque -> Function.Level.CHIP;
            case InCore, Inline -> Function.Level.CHIP_DIE;
            case AIC -> Function.Level.AIC;
            case AIV -> Function.Level.AIV;
            case Group, Spmd -> Function.Level.CORE_GROUP;
        };
    }

    private static Function.Role role(Function.Kind kind) {
        return switch (kind) {
            case Orchestration, Graph, Group, Spmd, Opaque -> Function.Role.Orchestrator;
            case InCore, Inline, AIC, AIV -> Function.Role.SubWorker;
        };
    }

    /** Collects what a decorator's keywords say. */
    private static final class Parts {
        private final Evaluator evaluator;
        private final Problems problems;
        private Optional<Function.Kind> kind = Optional.empty();
        private Optional<Function.Level> level = Optional.empty();
        private Optional<Function.Role> role = Optional.empty();
        private final Map<String, Expr> attrs = new LinkedHashMap<>();

        Parts(Evaluator evaluator, Problems problems) {
            this.evaluator = evaluator;
            this.problems = problems;
        }

        Optional<FunctionHeader> read(List<Node.Argument> arguments, Span place) {
            for (Node.Argument argument : arguments) {
                if (!KEYWORDS.contains(argument.name())) {
                    Problem.error(
                                    SyntaxRules.DECORATOR,
                                    argument.span(),
                                    "pl.function does not take this")
                            .headline("pl.function takes type=, level= and role=")
                            .hint(
                                    Names.closest(argument.name(), KEYWORDS)
                                            .map(c -> "did you mean `" + c + "`?")
                                            .orElse(""))
                            .to(problems);
                    return Optional.empty();
                }
                if (!read(argument)) {
                    return Optional.empty();
                }
            }
            return complete(place);
        }

        private boolean read(Node.Argument argument) {
            Value value = evaluator.eval(argument.value());
            if (value instanceof Value.Code code && fits(argument.name(), code.value())) {
                switch (code.value()) {
                    case Function.Kind k -> kind = Optional.of(k);
                    case Function.Level l -> level = Optional.of(l);
                    case Function.Role r -> role = Optional.of(r);
                    default -> {}
                }
                return true;
            }
            if (argument.name().equals("auto_scope") && value instanceof Value.Truth) {
                attrs.put("auto_scope", value.toExpr(argument.span()));
                return true;
            }
            String path = Node.path(argument.value());
            Problem.error(
                            SyntaxRules.DECORATOR,
                            argument.value().span(),
                            "`" + argument.name() + "` cannot be this")
                    .headline(
                            "`" + argument.name() + "` of pl.function must be one of its constants")
                    .hint(
                            Names.closest(path, Constants.names())
                                    .map(c -> "did you mean `" + c + "`?")
                                    .orElse(""))
                    .to(problems);
            return false;
        }

        private static boolean fits(String keyword, Object code) {
            return switch (keyword) {
                case "type" -> code instanceof Function.Kind;
                case "level" -> code instanceof Function.Level;
                case "role" -> code instanceof Function.Role;
                default -> false;
            };
        }

        private Optional<FunctionHeader> complete(Span place) {
            if (kind.isEmpty() && level.isEmpty()) {
                Problem.error(SyntaxRules.FUNCTION_KIND, place, "neither type= nor level= is given")
                        .hint(
                                "write type=pl.FunctionType.InCore for a kernel,"
                                        + " type=pl.FunctionType.Orchestration for a chip,"
                                        + " level=pl.Level.HOST, role=pl.Role.Orchestrator for the host")
                        .to(problems);
                return Optional.empty();
            }
            Function.Role defaultRole = role(kind.orElse(Function.Kind.Opaque));
            Function.Role finalRole = role.orElse(defaultRole);
            Function.Level finalLevel = level.orElseGet(() -> level(kind.orElseThrow()));
            Function.Kind finalKind = kind.orElseGet(() -> kindOf(finalLevel, finalRole));
            return Optional.of(
                    new FunctionHeader(finalKind, finalLevel, finalRole, Map.copyOf(attrs)));
        }

        private static Function.Kind kindOf(Function.Level level, Function.Role role) {
            if (level == Function.Level.HOST || level == Function.Level.GLOBAL) {
                return Function.Kind.Opaque;
            }
            return role == Function.Role.Orchestrator
                    ? Function.Kind.Orchestration
                    : Function.Kind.InCore;
        }
    }
}

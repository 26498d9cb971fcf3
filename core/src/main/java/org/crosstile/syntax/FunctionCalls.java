package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/** Reads calls of functions of the program, direct and submitted. */
final class FunctionCalls {
    /** The attribute that tells {@code pl.submit} from a plain call. */
    static final String SUBMIT = org.crosstile.model.Submission.SUBMIT;

    static final List<String> SUBMIT_KEYWORDS =
            List.of(
                    "deps",
                    "dumps",
                    "predicate",
                    "allow_early_resolve",
                    "core_num",
                    "sync_start",
                    "attrs");

    private final Expressions expressions;
    private final Signatures signatures;
    private final Problems problems;

    FunctionCalls(Expressions expressions, Signatures signatures, Problems problems) {
        this.expressions = expressions;
        this.signatures = signatures;
        this.problems = problems;
    }

    /**
     * Whether a dotted name names a function: {@code self.f}, or {@code f} where that is the form.
     */
    boolean isFunction(String path) {
        return signatures.isBare()
                ? signatures.find(path).isPresent() && !expressions.isVariable(path)
                : path.startsWith("self.") && path.indexOf('.', 5) < 0;
    }

    Expr call(Node.Call call, String path) {
        Signatures.Signature callee = callee(call.function(), path);
        Map<String, Expr> attrs = new LinkedHashMap<>();
        for (Node.Argument argument : call.arguments()) {
            switch (argument.name()) {
                case "" -> {}
                case "attrs" -> attrs.putAll(attrs(argument.value()));
                case "device" -> {
                    if (callee.role() != Function.Role.Orchestrator) {
                        Problem.error(
                                        SyntaxRules.CALL_DEVICE,
                                        argument.span(),
                                        "`" + callee.name() + "` is a kernel")
                                .headline("`" + callee.name() + "` does not take device=")
                                .see(callee.place(), "declared here")
                                .hint("call an orchestration that calls it")
                                .to(problems);
                        throw new Rejected();
                    }
                    attrs.put("device", expressions.value(argument.value()));
                }
                default -> {
                    Problem.error(
                                    SyntaxRules.CALL_KEYWORD,
                                    argument.span(),
                                    "`" + argument.name() + "` is given by name")
                            .see(callee.place(), "`" + callee.name() + "` is declared here")
                            .hint(
                                    SUBMIT_KEYWORDS.contains(argument.name())
                                            ? "this belongs to pl.submit"
                                            : "give the operand by position")
                            .to(problems);
                    throw new Rejected();
                }
            }
        }
        List<Expr> operands = operands(call.arguments(), callee, call);
        return new Expr.FnCall(
                callee.name(), operands, attrs, type(callee, call, List.of()), call.span());
    }

    /** {@code pl.submit(self.f, ..., deps=[...])}: the values of the call, and a TaskId. */
    Expr submit(Node.Call call, String path) {
        String target =
                call.arguments().isEmpty() ? "" : Node.path(call.arguments().getFirst().value());
        if (!isFunction(target)) {
            Problem.error(
                            SyntaxRules.SUBMIT,
                            call.span(),
                            "the first operand is not a function of the program")
                    .hint("write " + path + "(self.kernel, ...)")
                    .to(problems);
            throw new Rejected();
        }
        Node.Argument first = call.arguments().getFirst();
        Signatures.Signature callee = callee(first.value(), target);
        List<Node.Argument> rest = call.arguments().subList(1, call.arguments().size());
        List<Expr> operands = operands(rest, callee, call);
        Map<String, Expr> attrs = new LinkedHashMap<>();
        attrs.put(SUBMIT, new Expr.Text(path, call.span()));
        for (Node.Argument argument : rest) {
            if (argument.name().equals("attrs")) {
                attrs.putAll(attrs(argument.value()));
            } else if (SUBMIT_KEYWORDS.contains(argument.name())) {
                attrs.put(argument.name(), expressions.operand(argument.value()));
            } else if (!argument.name().isEmpty()) {
                Problem.error(
                                SyntaxRules.SUBMIT,
                                argument.span(),
                                "unexpected keyword `" + argument.name() + "`")
                        .hint(Names.suggestion(argument.name(), SUBMIT_KEYWORDS))
                        .to(problems);
                throw new Rejected();
            }
        }
        List<Type> taskId = List.of(Type.TASK_ID);
        return new Expr.FnCall(
                callee.name(), operands, attrs, type(callee, call, taskId), call.span());
    }

    private Signatures.Signature callee(Node function, String path) {
        String name = path.startsWith("self.") ? path.substring(5) : path;
        Optional<Signatures.Signature> callee = signatures.find(name);
        if (callee.isEmpty() && signatures.isUnread(name)) {
            throw new Rejected();
        }
        if (callee.isEmpty()) {
            Problem.error(
                            SyntaxRules.UNKNOWN_FUNCTION,
                            function.span(),
                            "there is no function `" + name + "`")
                    .headline("`" + name + "` must be a function of the program")
                    .hint(Names.suggestion(name, signatures.names()))
                    .to(problems);
            throw new Rejected();
        }
        return callee.get();
    }

    private List<Expr> operands(
            List<Node.Argument> arguments, Signatures.Signature callee, Node.Call call) {
        List<Expr> operands = new ArrayList<>();
        for (Node.Argument argument : arguments) {
            if (argument.name().isEmpty()) {
                operands.add(expressions.value(argument.value()));
            }
        }
        if (operands.size() != callee.parameters()) {
            Problem.error(SyntaxRules.CALL_ARITY, call.span(), operands.size() + " operands given")
                    .headline("`" + callee.name() + "` takes " + callee.parameters() + " operands")
                    .see(callee.place(), "declared here")
                    .to(problems);
            throw new Rejected();
        }
        return operands;
    }

    private Type type(Signatures.Signature callee, Node.Call call, List<Type> more) {
        List<Type> types = new ArrayList<>(signatures.returns(callee.name(), call.span()));
        types.addAll(more);
        return switch (types.size()) {
            case 0 -> Type.Opaque.UNKNOWN;
            case 1 -> types.getFirst();
            default -> new Type.Tuple(types);
        };
    }

    /** {@code attrs={"key": value}}. */
    Map<String, Expr> attrs(Node node) {
        if (!(node instanceof Node.Dict dict)) {
            throw expressions.unsupported(
                    node, "attrs= without a dictionary", "write attrs={\"name\": value}");
        }
        Map<String, Expr> attrs = new LinkedHashMap<>();
        for (Node.Entry entry : dict.entries()) {
            if (!(entry.key() instanceof Node.Text key)) {
                throw expressions.unsupported(entry.key(), "a key that is no string", "");
            }
            attrs.put(key.value(), expressions.operand(entry.value()));
        }
        return attrs;
    }

    /** Reports a call of something that is neither an operator nor a function. */
    Rejected unknown(Node.Call call, String path) {
        if (signatures.isBare()
                && call.function() instanceof Node.Name name
                && !expressions.isVariable(name.id())) {
            Problem.error(
                            SyntaxRules.UNKNOWN_FUNCTION,
                            name.span(),
                            "there is no function `" + name.id() + "` here")
                    .headline(
                            "`"
                                    + name.id()
                                    + "` must be a @pl.jit function of this file or an operator of pl or pld")
                    .hint(
                            Names.closest(path, signatures.names())
                                    .map(c -> "did you mean `" + c + "`?")
                                    .orElse(""))
                    .to(problems);
            return new Rejected();
        }
        String hint =
                signatures.find(path).isPresent()
                        ? "write self." + path + "(...)"
                        : "operators are called as pl.name(...) or pld.name(...), functions as self.name(...)";
        Problem.error(
                        SyntaxRules.UNSUPPORTED_EXPRESSION,
                        call.function().span(),
                        "this is not part of the language")
                .headline("only operators and functions of the program can be called")
                .hint(hint)
                .to(problems);
        return new Rejected();
    }
}

package org.crosstile.kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Function.Level;
import org.crosstile.model.Function.Param;
import org.crosstile.model.Function.Role;
import org.crosstile.model.Op;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;

/** A text, and a program built for it by hand whose spans are phrases of the text. */
final class Written {
    private final SourceText source;
    private final List<Function> functions = new ArrayList<>();

    Written(String text) {
        this.source = new SourceText("dir/written.py", text);
    }

    /** Where a phrase first stands in the text. */
    Span at(String phrase) {
        int start = source.text().indexOf(phrase);
        if (start < 0) {
            throw new IllegalArgumentException(phrase);
        }
        return Span.of(source, start, start + phrase.length());
    }

    static Var var(String name, Type type) {
        return new Var(name, type, Span.NONE);
    }

    Stmt assign(Var target, Expr value) {
        return new Stmt.Assign(target, value, value.span());
    }

    Stmt eval(Expr value) {
        return new Stmt.Eval(value, value.span());
    }

    Stmt eval(Op op, Expr... operands) {
        return eval(op.call(Span.NONE, operands));
    }

    Stmt give(Expr... values) {
        return new Stmt.Return(List.of(values), Span.NONE);
    }

    static Block block(Stmt... statements) {
        return new Block(List.of(statements));
    }

    /** Adds a kernel. */
    Written kernel(String name, List<Var> params, List<Type> returns, Stmt... body) {
        return add(name, Function.Kind.InCore, Level.CHIP_DIE, params, returns, body);
    }

    Written host(String name, List<Var> params, List<Type> returns, Stmt... body) {
        return add(name, Function.Kind.Opaque, Level.HOST, params, returns, body);
    }

    private Written add(
            String name,
            Function.Kind kind,
            Level level,
            List<Var> params,
            List<Type> returns,
            Stmt... body) {
        functions.add(
                new Function(
                        name,
                        kind,
                        level,
                        Role.Orchestrator,
                        params.stream().map(v -> new Param(v, Direction.INOUT)).toList(),
                        returns,
                        block(body),
                        Map.of(),
                        "",
                        Span.of(source, 0, 0)));
        return this;
    }

    Program program() {
        return new Program("Written", functions, Span.of(source, 0, 0));
    }

    CompiledProgram compile() {
        return KernelCompiler.compile(program());
    }

    /** Compiles, and calls a function on a rank. */
    static Object run(CompiledProgram program, String function, FakeRank rank, Object... args) {
        return program.function(function).orElseThrow().invoke(rank, args);
    }
}

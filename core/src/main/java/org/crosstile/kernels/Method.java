package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Function;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/** One method while it is written: the code so far, its locals, and the writers of its parts. */
final class Method {
    /** Line numbers in a class file have 16 bits. */
    private static final int MAX_LINE = 0xffff;

    private static final int CALLS = 0x20;

    private final CodeBuilder code;
    private final Unit unit;
    private final Unit.Target target;
    private final Locals locals;
    private final Map<String, Var> dims = new HashMap<>();
    private final Tiles tiles;
    private final Scalars scalars;
    private final Values values;
    private final Calls calls;
    private final Statements statements;
    private Span here;
    private int line;

    Method(CodeBuilder code, Unit unit, Unit.Target target) {
        this.code = code;
        this.unit = unit;
        this.target = target;
        this.locals = new Locals(code, 1, unit.hasNames());
        this.tiles = new Tiles(this);
        this.scalars = new Scalars(this);
        this.values = new Values(this);
        this.calls = new Calls(this);
        this.statements = new Statements(this);
        this.here = target.function().span();
    }

    /** Writes the whole method. */
    void write() {
        try {
            at(target.function().span());
            Locals.Scope scope = locals.enter();
            new Entry(this).write();
            statements.body(target.function().body());
            locals.leave(scope);
        } catch (IllegalStateException | IllegalArgumentException e) {
            throw new IllegalStateException(
                    target.function().name() + " at " + here + ": " + e.getMessage(), e);
        }
    }

    CodeBuilder code() {
        return code;
    }

    Unit unit() {
        return unit;
    }

    Unit.Target target() {
        return target;
    }

    Function function() {
        return target.function();
    }

    Locals locals() {
        return locals;
    }

    Tiles tiles() {
        return tiles;
    }

    Scalars scalars() {
        return scalars;
    }

    Values values() {
        return values;
    }

    Calls calls() {
        return calls;
    }

    /** The local that holds a dynamic extent. */
    Optional<Var> dim(String name) {
        return Optional.ofNullable(dims.get(name));
    }

    void defineDim(Var value) {
        dims.put(value.name(), value);
    }

    /**
     * What follows belongs to this place of the DSL text; built-in constructs belong to what
     * encloses them.
     */
    void at(Span span) {
        if (span.isNone()) {
            return;
        }
        here = span;
        int now = Math.min(span.line(), MAX_LINE);
        if (now != line) {
            line = now;
            code.lineNumber(now);
        }
    }

    /** The innermost known place. */
    Span place(Span span) {
        return span.isNone() ? here : span;
    }

    /**
     * Writes an instruction that may throw, such that its bytecode index leads back to the span.
     * The table that javac uses for code coverage (CharacterRangeTable) holds the index of the mark
     * in place of a character position.
     */
    void marked(Span span, Runnable instruction) {
        at(span);
        int mark = unit.mark(target.method(), place(span));
        Label start = code.newBoundLabel();
        instruction.run();
        Label end = code.newBoundLabel();
        code.characterRange(start, end, mark, mark, CALLS);
    }
}

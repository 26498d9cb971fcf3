package org.crosstile.isa.text;

import java.util.List;
import java.util.Optional;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.TileType;
import org.crosstile.source.Span;

/** A tile-level program as it is written. */
public final class Asm {
    private Asm() {}

    /**
     * A text.
     *
     * @param target {@code pto.target_arch}; empty if the text does not say
     */
    public record Module(Optional<Word> target, List<Function> functions) {
        public Module {
            functions = List.copyOf(functions);
        }
    }

    /** A word and where it stands. */
    public record Word(String text, Span span) {}

    /** A function; every rank runs it. */
    public record Function(Word name, List<Param> params, List<Stmt> body, Span span) {
        public Function {
            params = List.copyOf(params);
            body = List.copyOf(body);
        }
    }

    /** What becomes of a parameter before and after a run. */
    public enum Role {
        /** Filled before. */
        in,
        /** Zero before, shown afterwards. */
        out,
        /** Filled before, shown afterwards. */
        inout,
        /** Zero before, not shown: signals and workspace. */
        scratch
    }

    /** A parameter. */
    public record Param(Word name, Type type, Role role) {}

    /** The type of a value. */
    public sealed interface Type {}

    /**
     * A tensor in global memory.
     *
     * @param isWindow whether every rank has one, which the others reach
     */
    public record Memref(TensorType tensor, int rank, boolean isWindow) implements Type {}

    /** A parallel group of tensors. */
    public record Group(TensorType tensor, int rank) implements Type {}

    /** A tile. */
    public record TileBuf(TileType tile) implements Type {}

    /** An event. */
    public record Event() implements Type {}

    /** A number or truth value. */
    public enum Scalar implements Type {
        index,
        i32,
        i1,
        f32
    }

    /** A statement. */
    public sealed interface Stmt {
        Span span();
    }

    /**
     * An instruction, or an operation that only makes a value.
     *
     * @param operands values, in order
     * @param after events that it waits for
     * @param types as written behind the colon; empty if nothing is
     * @param resultType as written behind the arrow
     */
    public record Op(
            Mnemonic mnemonic,
            Optional<Word> result,
            List<Word> operands,
            List<Attr> attrs,
            List<Word> after,
            List<Typed> types,
            Optional<Typed> resultType,
            Span span)
            implements Stmt {
        public Op {
            operands = List.copyOf(operands);
            attrs = List.copyOf(attrs);
            after = List.copyOf(after);
            types = List.copyOf(types);
        }

        /** The attribute of a name. */
        public Optional<Attr> attr(String name) {
            return attrs.stream().filter(a -> a.name().equals(name)).findFirst();
        }
    }

    /** A type and where it stands. */
    public record Typed(Type type, Span span) {}

    /**
     * An attribute.
     *
     * @param kind {@code reduce_op} of {@code #pto.reduce_op<Sum>}; {@code i32} of {@code 0 : i32}
     */
    public record Attr(String name, String kind, String value, Span span) {}

    /** A conditional. */
    public record If(Word condition, List<Stmt> then, List<Stmt> otherwise, Span span)
            implements Stmt {
        public If {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }

    /** A loop over {@code index} values. */
    public record For(Word variable, Word from, Word to, Word step, List<Stmt> body, Span span)
            implements Stmt {
        public For {
            body = List.copyOf(body);
        }
    }
}

package org.crosstile.kernels;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Host;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/** Operators that show what the compiler passes to them. */
public final class TestOps {
    private TestOps() {}

    /** An operator whose result type and method are given. */
    static final class TestOp extends Primitive {
        private final Function<Expr.Call, Type> type;
        private final Function<Expr.Call, Run> run;
        private final Optional<Slot> aliases;

        TestOp(
                String name,
                Function<Expr.Call, Type> type,
                Function<Expr.Call, Run> run,
                Optional<Slot> aliases,
                Slot... slots) {
            super(name, slots);
            this.type = type;
            this.run = run;
            this.aliases = aliases;
        }

        @Override
        public String doc() {
            return "For tests.";
        }

        @Override
        public Set<Place> places() {
            return Set.of(Place.values());
        }

        @Override
        public Type check(Expr.Call call, Problems problems) {
            return type.apply(call);
        }

        @Override
        public Run run(Expr.Call call) {
            return run.apply(call);
        }

        @Override
        public Optional<Slot> resultAliases() {
            return aliases;
        }
    }

    private static final Slot X = Slot.of("x", new Kind.Any(), "any value");
    private static final Slot Y = Slot.of("y", new Kind.Any(), "any value");
    private static final Slot LIST = Slot.indices("list", "integers");
    private static final Slot CODE = Slot.oneOf("code", NotifyOp.class, "a constant");
    private static final Slot WORD =
            Slot.of("word", new Kind.Word(List.of("mesh", "ring")), "text");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "a type");
    private static final Slot FLAG = Slot.of("flag", new Kind.Flag(), "a flag");

    private static TestOp op(String name, Type type, Run run, Slot... slots) {
        return new TestOp(name, c -> type, c -> run, Optional.empty(), slots);
    }

    /** Adds an integer to the rank's log. */
    public static final Primitive LOG =
            op(
                    "test.log",
                    Type.Opaque.UNKNOWN,
                    Run.of(
                            TestOps.class,
                            "log",
                            void.class,
                            Run.env(Rank.class),
                            Run.arg(X, long.class)),
                    X);

    public static void log(Rank rank, long value) {
        ((FakeRank) rank).log().add(value);
    }

    /** Logs, and gives the value. */
    public static final Primitive ECHO =
            op(
                    "test.echo",
                    Type.INDEX,
                    Run.of(
                            TestOps.class,
                            "echo",
                            long.class,
                            Run.env(Rank.class),
                            Run.arg(X, long.class)),
                    X);

    public static long echo(Rank rank, long value) {
        log(rank, value);
        return value;
    }

    /** Fails always, saying its operand. */
    public static final Primitive FAIL =
            op(
                    "test.fail",
                    Type.INDEX,
                    Run.of(TestOps.class, "fail", long.class, Run.arg(X, long.class)),
                    X);

    public static long fail(long value) {
        throw new Fault("test-fail", "this must not be called", "called with " + value, "");
    }

    /** Fails with an exception of Java's. */
    public static final Primitive CRASH =
            op(
                    "test.crash",
                    Type.INDEX,
                    Run.of(TestOps.class, "crash", long.class, Run.arg(X, long.class)),
                    X);

    public static long crash(long value) {
        throw new ArithmeticException("crash " + value);
    }

    /** Logs all kinds of constants as they arrive. */
    public static final Primitive CONSTANTS =
            op(
                    "test.constants",
                    Type.Opaque.UNKNOWN,
                    Run.of(
                            TestOps.class,
                            "constants",
                            void.class,
                            Run.env(Rank.class),
                            Run.arg(LIST, long[].class),
                            Run.arg(CODE, NotifyOp.class),
                            Run.arg(CODE, int.class),
                            Run.arg(WORD, String.class),
                            Run.arg(DTYPE, DType.class),
                            Run.arg(FLAG, boolean.class),
                            Run.literal(7, int.class),
                            Run.literal(8L, long.class),
                            Run.literal(0.5f, float.class),
                            Run.literal("lit", String.class),
                            Run.literal(NotifyOp.Set, NotifyOp.class),
                            Run.site()),
                    LIST,
                    WORD,
                    DTYPE,
                    FLAG,
                    CODE);

    public static void constants(
            Rank rank,
            long[] list,
            NotifyOp code,
            int coded,
            String word,
            DType dtype,
            boolean flag,
            int seven,
            long eight,
            float half,
            String literal,
            NotifyOp other,
            int site) {
        List<Object> log = ((FakeRank) rank).log();
        log.add(Arrays.toString(list));
        log.addAll(
                List.of(code, coded, word, dtype, flag, seven, eight, half, literal, other, site));
        log.add(list);
    }

    /** The operand in all scalar forms. */
    public static final Primitive FORMS =
            op(
                    "test.forms",
                    Type.FP32,
                    Run.of(
                            TestOps.class,
                            "forms",
                            double.class,
                            Run.env(Rank.class),
                            Run.arg(X, int.class),
                            Run.arg(X, long.class),
                            Run.arg(X, float.class),
                            Run.arg(X, double.class),
                            Run.arg(X, boolean.class)),
                    X);

    public static double forms(Rank rank, int i, long l, float f, double d, boolean b) {
        ((FakeRank) rank).log().addAll(List.of(i, l, f, d, b));
        return d;
    }

    /** A tile of the type that the operand, a constant address, asks for; filled with x. */
    public static Primitive fill(Type.Tile type) {
        return op(
                "test.fill",
                type,
                Run.of(
                        TestOps.class,
                        "fill",
                        void.class,
                        Run.result(Tile.class),
                        Run.arg(X, float.class)),
                X);
    }

    public static void fill(Tile tile, float value) {
        Arrays.fill(tile.floats(), value);
    }

    /** The sum of two tiles in a third. */
    public static Primitive add(Type.Tile type) {
        return op(
                "test.add",
                type,
                Run.of(
                        TestOps.class,
                        "add",
                        void.class,
                        Run.result(Tile.class),
                        Run.arg(X, Tile.class),
                        Run.arg(Y, Tile.class)),
                X,
                Y);
    }

    public static void add(Tile result, Tile a, Tile b) {
        float[] to = result.floats();
        for (int i = 0; i < to.length; i++) {
            to[i] = a.floats()[i] + b.floats()[i];
        }
    }

    /** Another tile over the operand's storage, which the method makes. */
    public static final Primitive VIEW_OF_TILE =
            new TestOp(
                    "test.view",
                    c -> c.get(X).type(),
                    c -> Run.of(TestOps.class, "view", Tile.class, Run.arg(X, Tile.class)),
                    Optional.empty(),
                    X);

    public static Tile view(Tile tile) {
        return tile.view(1, 1, 1, 1);
    }

    /** The first element of a tile. */
    public static final Primitive FIRST =
            op(
                    "test.first",
                    Type.FP32,
                    Run.of(TestOps.class, "first", float.class, Run.arg(X, Tile.class)),
                    X);

    public static float first(Tile tile) {
        return tile.floats()[0];
    }

    /** Writes element [0, ...] of a tensor; its value is that tensor. */
    public static final Primitive STORE =
            new TestOp(
                    "test.store",
                    c -> c.get(X).type(),
                    c ->
                            Run.of(
                                    TestOps.class,
                                    "store",
                                    void.class,
                                    Run.arg(X, View.class),
                                    Run.arg(Y, float.class)),
                    Optional.of(X),
                    X,
                    Y);

    public static void store(View view, float value) {
        Views.set(view, value, new long[view.rank()]);
    }

    /** A tensor's extents as a list of logged integers. */
    public static final Primitive SHAPE =
            op(
                    "test.shape",
                    Type.Opaque.UNKNOWN,
                    Run.of(
                            TestOps.class,
                            "shape",
                            void.class,
                            Run.env(Rank.class),
                            Run.arg(X, View.class)),
                    X);

    public static void shape(Rank rank, View view) {
        ((FakeRank) rank).log().add(Arrays.toString(view.shape()));
    }

    /** Two values at once. */
    public static final Primitive PAIR =
            op(
                    "test.pair",
                    new Type.Tuple(List.of(Type.INDEX, Type.FP32)),
                    Run.of(TestOps.class, "pair", Object[].class, Run.arg(X, long.class)),
                    X);

    public static Object[] pair(long value) {
        return new Object[] {value + 1, value / 2f};
    }

    /** The number of devices. */
    public static final Primitive WORLD_SIZE =
            op(
                    "test.world_size",
                    Type.INDEX,
                    Run.of(TestOps.class, "worldSize", long.class, Run.env(Host.class)));

    public static long worldSize(Host host) {
        return host.worldSize();
    }

    /** An array of two integers. */
    public static final Primitive ARRAY =
            op(
                    "test.array",
                    new Type.Array(2, DType.INT32),
                    Run.of(TestOps.class, "array", long[].class));

    public static long[] array() {
        return new long[2];
    }

    /** Sets an element; the value is the array. */
    public static final Primitive UPDATE =
            new TestOp(
                    "test.update",
                    c -> c.get(X).type(),
                    c ->
                            Run.of(
                                    TestOps.class,
                                    "update",
                                    void.class,
                                    Run.arg(X, long[].class),
                                    Run.arg(Y, long.class)),
                    Optional.of(X),
                    X,
                    Y);

    public static void update(long[] array, long value) {
        array[1] = value;
    }

    /** Element 1 of an array. */
    public static final Primitive ELEMENT =
            op(
                    "test.element",
                    Type.INT32,
                    Run.of(TestOps.class, "element", long.class, Run.arg(X, long[].class)),
                    X);

    public static long element(long[] array) {
        return array[1];
    }
}

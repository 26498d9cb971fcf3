package org.crosstile.dsl.building;

import static org.assertj.core.api.Assertions.assertThat;
import static org.crosstile.abi.DType.FP32;
import static org.crosstile.abi.DType.INT32;
import static org.crosstile.dsl.Dsl.*;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.AtomicType;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.dsl.Array;
import org.crosstile.dsl.At;
import org.crosstile.dsl.Buffer;
import org.crosstile.dsl.Context;
import org.crosstile.dsl.DslException;
import org.crosstile.dsl.Pl;
import org.crosstile.dsl.Pld;
import org.crosstile.dsl.Scalar;
import org.crosstile.dsl.Shape;
import org.crosstile.dsl.Tensor;
import org.crosstile.dsl.TensorLike;
import org.crosstile.dsl.Tile;
import org.crosstile.dsl.Window;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of the facade can be called, and gives what its Java type says. */
class FacadeKindsTest {
    private static final int MOST_TRIES = 2_000;

    static Stream<Method> methods() {
        return Stream.of(Pl.class, Pld.class)
                .flatMap(facade -> Stream.of(facade.getMethods()))
                .filter(m -> Modifier.isStatic(m.getModifiers()));
    }

    /** What the operands of a call are chosen from. */
    private record Values(
            Tensor square,
            Tensor row,
            Tensor ints,
            Tensor two,
            Window data,
            Window pair,
            Window cells) {

        static Values declare() {
            return new Values(
                    inOut("square", tensor(FP32, 8, 8)),
                    inOut("row", tensor(FP32, 1, 8)),
                    inOut("ints", tensor(INT32, 2, 1)),
                    inOut("two", tensor(FP32, 2, 8)),
                    inOut("data", window(FP32, 8, 8)),
                    inOut("pair", window(FP32, 2, 8)),
                    inOut("cells", window(INT32, 2, 1)));
        }

        List<Object> of(Class<?> type) {
            if (type == Tensor.class) {
                return List.of(square, row, two, ints);
            }
            if (type == TensorLike.class) {
                return List.of(square, row, two, ints, pair);
            }
            if (type == Window.class) {
                return List.of(data, pair, cells);
            }
            if (type == Tile.class) {
                return List.of(
                        Pl.load(square, at(0, 0), shape(8, 8)),
                        Pl.load(row, at(0, 0), shape(1, 8)),
                        Pl.load(square, at(0, 0), shape(8, 1)),
                        Pl.move(Pl.load(square, at(0, 0), shape(8, 8)), MemorySpace.Left),
                        Pl.move(Pl.load(square, at(0, 0), shape(8, 8)), MemorySpace.Right));
            }
            if (type == Scalar.class) {
                return List.of(index(1), real(1), constant(1, INT32));
            }
            return constants(type);
        }

        private List<Object> constants(Class<?> type) {
            if (type == long.class) {
                return List.of(0L, 1L);
            }
            if (type == Array.class) {
                return List.of(Pl.arrayCreate(4, INT32));
            }
            if (type == Context.class) {
                return List.of(Pld.getCommCtx(data));
            }
            if (type == Buffer.class) {
                return List.of(Pld.allocWindowBuffer("buffer", shape(8, 8), FP32));
            }
            if (type == At.class) {
                return List.of(at(0, 0));
            }
            if (type == Shape.class) {
                return List.of(shape(8, 8), shape(1, 8), shape(4, 16));
            }
            if (type == double.class) {
                return List.of(1.0);
            }
            if (type == DType.class) {
                return List.of(FP32, INT32);
            }
            if (type == String.class) {
                return List.of("mix", "aiv");
            }
            if (type == NotifyOp.class) {
                return List.of(NotifyOp.Set);
            }
            if (type == WaitCmp.class) {
                return List.of(WaitCmp.Ge);
            }
            if (type == MemorySpace.class) {
                return List.of(MemorySpace.Vec, MemorySpace.Left);
            }
            if (type == AtomicType.class) {
                return List.of(AtomicType.Add);
            }
            return List.of(java.lang.reflect.Array.newInstance(type.getComponentType(), 0));
        }
    }

    @ParameterizedTest
    @MethodSource("methods")
    void a_call_gives_what_its_java_type_says(Method method) throws Exception {
        Optional<Program> program = Optional.empty();
        for (int choice = 0; choice < MOST_TRIES && program.isEmpty(); choice++) {
            program = call(method, choice);
        }

        assertThat(program).as("some operands for %s", method).isPresent();
        if (method.getReturnType() != void.class && !method.getName().equals("allocWindowBuffer")) {
            List<Stmt> body = program.get().functions().getFirst().body().statements();
            assertThat(body.getLast()).isInstanceOf(Stmt.Assign.class);
            Type type = ((Stmt.Assign) body.getLast()).target().type();
            assertThat(kind(type))
                    .isEqualTo(
                            method.getReturnType() == TensorLike.class
                                    ? kind(type)
                                    : method.getReturnType().getSimpleName());
        }
    }

    private static String kind(Type type) {
        return switch (type) {
            case Type.Opaque o -> o == Type.Opaque.COMM_CTX ? "Context" : o.name();
            default -> type.getClass().getSimpleName();
        };
    }

    /** A program of one call, with the operands of a number; empty if the rules refuse it. */
    private static Optional<Program> call(Method method, int choice) throws Exception {
        try {
            return Optional.of(program("p", () -> kernel("k", () -> invoke(method, choice))));
        } catch (DslException refused) {
            return Optional.empty();
        }
    }

    private static void invoke(Method method, int choice) {
        Values values = Values.declare();
        List<Object> operands = new ArrayList<>();
        int rest = choice;
        for (Class<?> type : method.getParameterTypes()) {
            List<Object> candidates = values.of(type);
            operands.add(candidates.get(rest % candidates.size()));
            rest /= candidates.size();
        }
        try {
            method.setAccessible(true); // declared in a class of the package that Pl or Pld extends
            Object value = method.invoke(null, operands.toArray());
            switch (value) {
                case Tile v -> let("v", v);
                case Tensor v -> let("v", v);
                case Window v -> let("v", v);
                case Scalar v -> let("v", v);
                case Array v -> let("v", v);
                case Context v -> let("v", v);
                case null, default -> {}
            }
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new AssertionError(method.toString(), e);
        }
    }
}

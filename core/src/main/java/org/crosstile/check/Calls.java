package org.crosstile.check;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.model.Binding;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Functions call those below them, and pass what the parameters ask for. */
final class Calls {
    /** A function calls one that it cannot call. */
    static final Rule LEVEL =
            Rule.of("call-level", "a function must be called from the level above its own")
                    .explained(
                            "The host dispatches chip orchestrations, and chip orchestrations launch kernels. A kernel"
                                    + " runs on one core and launches nothing.",
                            "host_calls",
                            "self.kernel(x[0], y[0])",
                            "self.chip(x[0], y[0], device=0)");

    /** An argument is of another kind than the parameter. */
    static final Rule KIND =
            Rule.of("call-argument-kind", "an argument must be of the parameter's kind")
                    .explained(
                            "A window is memory that peers can reach at the same offset. A plain tensor is not, so it"
                                    + " cannot stand for one.",
                            "host_calls",
                            "self.shift(x[0], y[0], x[1], 1, device=0)",
                            "self.shift(x[0], y[0], win, 1, device=0)");

    /** An argument holds elements of another type. */
    static final Rule DTYPE =
            Rule.of("call-argument-dtype", "an argument must have the parameter's element type")
                    .explained(
                            "A call passes memory as it is. The callee would read the bytes as elements of its own type.",
                            "host_calls",
                            "self.chip(half[0], y[0], device=0)",
                            "self.chip(x[0], y[0], device=0)");

    /** An argument holds another number of elements. */
    static final Rule EXTENT =
            Rule.of(
                            "call-argument-extent",
                            "an argument must have as many elements as the parameter")
                    .explained(
                            "The callee sees the argument with the parameter's extents; it may have another number of"
                                    + " dimensions, but not of elements.",
                            "host_calls",
                            "self.chip(x, y[0], device=0)",
                            "self.chip(x[0], y[0], device=0)");

    static final List<Rule> RULES = List.of(LEVEL, KIND, DTYPE, EXTENT);

    private Calls() {}

    static void check(Program program, Function f, Problems problems) {
        PlaceWalk.expressions(
                f,
                (e, place) -> {
                    if (e instanceof Expr.FnCall call) {
                        program.find(call.callee())
                                .ifPresent(callee -> check(call, callee, place, problems));
                    }
                });
    }

    private static void check(Expr.FnCall call, Function callee, Place place, Problems problems) {
        if (!isBelow(callee, place)) {
            Problem.error(LEVEL, call.span(), "this is " + place.phrase())
                    .headline("`" + callee.name() + "` must be called from " + above(callee))
                    .see(callee.span(), "this is " + describe(callee))
                    .hint(
                            place == Place.HOST
                                    ? "write a chip orchestration that calls `"
                                            + callee.name()
                                            + "`, and dispatch that"
                                    : "")
                    .to(problems);
            return;
        }
        int n = Math.min(call.args().size(), callee.params().size());
        for (int i = 0; i < n; i++) {
            argument(
                    call,
                    call.args().get(i),
                    callee.params().get(i).var(),
                    callee,
                    place,
                    problems);
        }
    }

    private static boolean isBelow(Function callee, Place place) {
        if (callee.isHostOrchestrator()) {
            return false;
        }
        if (callee.isSubWorker()) {
            return place == Place.HOST;
        }
        if (callee.place() == Place.KERNEL && callee.role() == Function.Role.Orchestrator) {
            return place == Place.HOST; // a builtin, which lowering has written
        }
        return callee.place() == Place.CHIP ? place != Place.KERNEL : place == Place.CHIP;
    }

    private static String above(Function callee) {
        if (callee.isHostOrchestrator()) {
            return "outside: it is what a run starts with";
        }
        return callee.place() == Place.KERNEL ? Place.CHIP.phrase() : Place.HOST.phrase();
    }

    private static String describe(Function f) {
        return f.isSubWorker() ? "a sub-worker" : f.place().phrase();
    }

    private static void argument(
            Expr.FnCall call,
            Expr arg,
            Var param,
            Function callee,
            Place place,
            Problems problems) {
        if (!isKind(arg, param.type())) {
            boolean window =
                    param.type() instanceof Type.Window && arg.type() instanceof Type.TensorLike;
            at(KIND, call, arg, Binding.found(arg))
                    .headline(
                            "`"
                                    + param.name()
                                    + "` of `"
                                    + callee.name()
                                    + "` must be "
                                    + kind(param.type()))
                    .see(param.span(), "the parameter is " + param.type().describe())
                    .hint(window ? windowHint(place) : "")
                    .to(problems);
        } else if (arg.type() instanceof Type.TensorLike a
                && param.type() instanceof Type.TensorLike p) {
            tensor(call, arg, a, param, p, callee, problems);
        }
    }

    private static boolean isKind(Expr arg, Type param) {
        return switch (param) {
            case Type.Window w -> arg.type() instanceof Type.Window;
            case Type.Tensor t -> arg.type() instanceof Type.TensorLike;
            case Type.Scalar s ->
                    arg.type() instanceof Type.Scalar a && Exprs.promotes(a.dtype(), s.dtype());
            default -> arg.type().getClass() == param.getClass();
        };
    }

    private static String kind(Type type) {
        return switch (type) {
            case Type.Window w -> "a window view (pld.DistributedTensor)";
            case Type.Tensor t -> "a tensor";
            case Type.Scalar s when s.dtype().isFloat() -> "a float scalar";
            case Type.Scalar s -> "an integer scalar";
            default -> type.describe();
        };
    }

    private static String windowHint(Place place) {
        return place == Place.HOST
                ? "allocate a window with pld.alloc_window_buffer, view it with pld.window, and pass the view"
                : "declare the value as a pld.DistributedTensor parameter here, and let the caller pass a window";
    }

    /** A problem at an argument; one that is just a name is found where the call is. */
    private static Problem.Builder at(Rule rule, Expr.FnCall call, Expr arg, String found) {
        return arg instanceof Var v
                ? Problem.error(rule, call.span(), "`" + v.name() + "` is " + found)
                        .see(v.span(), "it comes from here")
                : Problem.error(rule, arg.span(), "this is " + found);
    }

    private static void tensor(
            Expr.FnCall call,
            Expr arg,
            Type.TensorLike a,
            Var param,
            Type.TensorLike p,
            Function callee,
            Problems problems) {
        if (a.dtype() != p.dtype()) {
            at(DTYPE, call, arg, a.describe())
                    .headline(
                            "`"
                                    + param.name()
                                    + "` of `"
                                    + callee.name()
                                    + "` must hold "
                                    + p.dtype())
                    .see(param.span(), "the parameter is " + p.describe())
                    .to(problems);
            return;
        }
        Optional<Long> given = elements(a);
        Optional<Long> wanted = elements(p);
        if (given.isPresent() && wanted.isPresent() && !given.equals(wanted)) {
            at(EXTENT, call, arg, Describe.shape(a.shape()))
                    .headline(
                            "`"
                                    + param.name()
                                    + "` of `"
                                    + callee.name()
                                    + "` must have "
                                    + wanted.get()
                                    + " elements")
                    .see(param.span(), "the parameter is " + Describe.shape(p.shape()))
                    .hint(
                            a.rank() > p.rank()
                                    ? "pass a part of it, for example " + Describe.expr(arg) + "[r]"
                                    : "")
                    .to(problems);
        }
    }

    private static Optional<Long> elements(Type.TensorLike type) {
        OptionalLong product = Exprs.constant(Exprs.product(type.shape()));
        return product.isPresent() ? Optional.of(product.getAsLong()) : Optional.empty();
    }
}

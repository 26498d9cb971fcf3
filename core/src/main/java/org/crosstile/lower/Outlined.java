package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Capability;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Function.Kind;
import org.crosstile.model.Function.Level;
import org.crosstile.model.Function.Param;
import org.crosstile.model.Function.Role;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Submission;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/** One scope as a function, and the call that takes its place. */
final class Outlined {
    private final Stmt.Scope scope;
    private final Set<Var> exported;
    private final Toolbox toolbox;
    private final NameSource variables;
    private final String name;
    private final boolean chip;
    private final Function function;

    /** What the caller passes. */
    private final List<Expr> arguments = new ArrayList<>();

    /** Tensors that the scope makes, as the caller holds their memory. */
    private final Map<Var, Var> fresh = new LinkedHashMap<>();

    /**
     * @param exported what is used after the scope: tensors and windows
     * @param values what each variable of the caller is assigned
     */
    Outlined(
            Function caller,
            Stmt.Scope scope,
            Set<Var> exported,
            Map<Var, Expr> values,
            Toolbox toolbox,
            NameSource variables,
            NameSource functions) {
        this.scope = scope;
        this.exported = exported;
        this.toolbox = toolbox;
        this.variables = variables;
        this.chip = level(scope).filter(l -> l == Level.CHIP).isPresent();
        String hint =
                scope.attrs().get("name_hint") instanceof Expr.Text t
                        ? t.value().replaceAll("\\W", "_")
                        : caller.name() + (chip ? "_chip" : "_core");
        this.name = functions.fresh(hint.isEmpty() ? caller.name() + "_core" : hint);
        this.function = outline(values);
    }

    /** The {@code level=} of a scope. */
    static Optional<Level> level(Stmt.Scope scope) {
        return scope.attrs().get("level") instanceof Expr.Code c && c.value() instanceof Level level
                ? Optional.of(level)
                : Optional.empty();
    }

    /** The function that runs the scope's body. */
    Function function() {
        return function;
    }

    private Function outline(Map<Var, Expr> values) {
        Body body = new Body();
        List<Stmt> head = new ArrayList<>();
        Set<Var> inside = Variables.defined(scope.body());
        boolean counts = scope.bound().filter(v -> v.type().equals(Type.INDEX)).isPresent();
        if (counts) {
            Var index = scope.bound().get();
            inside.add(index);
            head.add(
                    new Stmt.Assign(
                            body.define(index), toolbox.blockIndex(scope.span()), scope.span()));
        }
        for (Var v : captured(scope.body(), inside)) {
            if (values.get(v) instanceof Expr.Call c && c.op() instanceof Capability.GivesContext) {
                Variables.used(c, u -> capture(u, body));
                head.add(new Stmt.Assign(body.define(v), body.expr(c), c.span()));
            } else {
                capture(v, body);
            }
        }
        dims(body);
        Set<Var> rooted = new Origins(scope.body(), inside).fromOutside(exported);
        for (Var v : exported) {
            if (!rooted.contains(v)) {
                Var room = new Var(variables.fresh(v.name()), v.type(), v.span());
                fresh.put(v, room);
                capture(room, body);
            }
        }
        List<Stmt> statements = new ArrayList<>(head);
        statements.addAll(body.block(scope.body()).statements());
        List<Expr> results = results(body, statements);
        if (!results.isEmpty()) {
            statements.add(new Stmt.Return(results, scope.span()));
        }
        return new Function(
                name,
                kind(),
                chip
                        ? Level.CHIP
                        : kind() == Kind.InCore ? Level.CHIP_DIE : level(scope).orElseThrow(),
                chip ? Role.Orchestrator : Role.SubWorker,
                body.params,
                results.stream().map(Expr::type).toList(),
                new Block(statements),
                !chip && isWaiter(scope)
                        ? Map.of(Submission.WAITER, new Expr.Bool(true, scope.span()))
                        : Map.of(),
                "",
                scope.span());
    }

    /** What the function returns; values that live inside are stored into room from outside. */
    private List<Expr> results(Body body, List<Stmt> statements) {
        List<Expr> results = new ArrayList<>();
        for (Var v : exported) {
            Var room = fresh.get(v);
            if (room == null) {
                results.add(body.use(v));
            } else {
                Var stored = new Var(body.names.fresh(v.name()), v.type(), v.span());
                statements.add(
                        new Stmt.Assign(
                                stored,
                                toolbox.assemble(body.use(room), body.use(v), v.span()),
                                v.span()));
                results.add(stored);
            }
        }
        return results;
    }

    private Kind kind() {
        return switch (level(scope).orElse(Level.CORE_GROUP)) {
            case CHIP -> Kind.Orchestration;
            case AIV -> Kind.AIV;
            case AIC -> Kind.AIC;
            default -> Kind.InCore;
        };
    }

    /** Whether a scope registers conditions of its completion. */
    static boolean isWaiter(Stmt.Scope scope) {
        boolean[] found = {false};
        Walk.calls(scope.body(), c -> found[0] |= c.op() instanceof Capability.BelongsToTask);
        return found[0];
    }

    /** The variables that a block uses and does not define, with those of their types. */
    private static Set<Var> captured(Block block, Set<Var> inside) {
        Set<Var> found = new LinkedHashSet<>();
        Walk.statements(
                block,
                s -> {
                    Walk.own(s).forEach(e -> Variables.used(e, found::add));
                    Walk.defined(s).forEach(v -> Variables.used(v.type(), found::add));
                });
        found.removeAll(inside);
        return found;
    }

    private void capture(Var v, Body body) {
        if (body.images.containsKey(v)) {
            return;
        }
        Variables.used(v.type(), u -> capture(u, body));
        Var image = body.define(v);
        body.params.add(new Param(image, Direction.IN));
        arguments.add(v);
    }

    /** Symbolic extents that no captured tensor tells are passed as numbers. */
    private void dims(Body body) {
        Set<String> known = new LinkedHashSet<>();
        for (Param p : body.params) {
            if (p.var().type() instanceof Type.TensorLike t) {
                t.shape()
                        .forEach(e -> {
                            if (e instanceof Dim d) {
                                known.add(d.name());
                            }
                        });
            }
        }
        Walk.expressions(
                scope.body(),
                e -> {
                    if (e instanceof Dim d && known.add(d.name())) {
                        Var extent =
                                new Var(
                                        body.names.fresh(
                                                d.name().toLowerCase(java.util.Locale.ROOT)),
                                        Type.INDEX,
                                        d.span());
                        body.extents.put(d.name(), extent);
                        body.params.add(new Param(extent, Direction.IN));
                        arguments.add(d);
                    }
                });
    }

    /**
     * What stands at the scope's place.
     *
     * @param device where a scope of a chip is launched
     */
    List<Stmt> statements(Optional<Integer> device, boolean manual) {
        List<Stmt> out = new ArrayList<>();
        fresh.forEach((v, room) ->
                out.add(
                        new Stmt.Assign(
                                room,
                                toolbox.createTensor((Type.TensorLike) v.type(), v.span()),
                                v.span())));
        Map<String, Expr> attrs = new LinkedHashMap<>();
        device.ifPresent(d -> attrs.put("device", Exprs.index(d)));
        for (String key :
                List.of(
                        Submission.DEPS,
                        Submission.CORES,
                        Submission.TOGETHER,
                        Submission.PREDICATE,
                        Submission.EARLY)) {
            Expr value = scope.attrs().get(key);
            if (value != null) {
                attrs.put(key, value);
            }
        }
        Optional<Var> task = scope.bound().filter(v -> v.type().equals(Type.TASK_ID));
        boolean submits = device.isEmpty() && (task.isPresent() || !attrs.isEmpty());
        List<Type> types = new ArrayList<>();
        exported.forEach(v -> types.add(v.type()));
        Expr.FnCall call =
                new Expr.FnCall(name, arguments, attrs, Outlined.type(types), scope.span());
        if (manual && device.isEmpty()) {
            call = Submission.manual(call);
        }
        Stmt plain =
                switch (exported.size()) {
                    case 0 -> new Stmt.Eval(call, scope.span());
                    case 1 -> new Stmt.Assign(exported.iterator().next(), call, scope.span());
                    default -> new Stmt.Unpack(List.copyOf(exported), call, scope.span());
                };
        if (!submits) {
            out.add(plain);
            return out;
        }
        Var id = task.orElseGet(() -> new Var(variables.fresh("task"), Type.TASK_ID, scope.span()));
        out.add(submitted(plain, call, id, variables));
        return out;
    }

    private static Type type(List<Type> types) {
        return switch (types.size()) {
            case 0 -> Type.Opaque.UNKNOWN;
            case 1 -> types.getFirst();
            default -> new Type.Tuple(types);
        };
    }

    /** The call of a function that a statement is. */
    static Optional<Expr.FnCall> callIn(Stmt s) {
        return switch (s) {
            case Stmt.Eval x when x.value() instanceof Expr.FnCall c -> Optional.of(c);
            case Stmt.Assign x when x.value() instanceof Expr.FnCall c -> Optional.of(c);
            case Stmt.Unpack x when x.value() instanceof Expr.FnCall c -> Optional.of(c);
            default -> Optional.empty();
        };
    }

    /** The same statement with another call. */
    static Stmt withCall(Stmt s, Expr.FnCall call) {
        return switch (s) {
            case Stmt.Assign x -> new Stmt.Assign(x.target(), call, x.span());
            case Stmt.Unpack x -> new Stmt.Unpack(x.targets(), call, x.span());
            default -> new Stmt.Eval(call, s.span());
        };
    }

    /** A statement's call as a submit that also gives a TaskId. */
    static Stmt submitted(Stmt s, Expr.FnCall call, Var id, NameSource variables) {
        List<Var> targets = new ArrayList<>();
        List<Type> types = new ArrayList<>();
        switch (s) {
            case Stmt.Assign x -> {
                targets.add(x.target());
                types.add(x.target().type());
            }
            case Stmt.Unpack x -> {
                targets.addAll(x.targets());
                x.targets().forEach(v -> types.add(v.type()));
            }
            default -> {
                for (Type type : results(call)) {
                    targets.add(new Var(variables.fresh("unused"), type, call.span()));
                    types.add(type);
                }
            }
        }
        targets.add(id);
        types.add(Type.TASK_ID);
        Map<String, Expr> attrs = new LinkedHashMap<>(call.attrs());
        attrs.put(Submission.SUBMIT, new Expr.Text("pl.submit", call.span()));
        Expr.FnCall submit =
                new Expr.FnCall(call.callee(), call.args(), attrs, type(types), call.span());
        return targets.size() == 1
                ? new Stmt.Assign(id, submit, s.span())
                : new Stmt.Unpack(targets, submit, s.span());
    }

    private static List<Type> results(Expr.FnCall call) {
        return switch (call.type()) {
            case Type.Tuple t -> t.items();
            case Type.Opaque o when o == Type.Opaque.UNKNOWN -> List.of();
            case Type other -> List.of(other);
        };
    }

    /** Copies the body with variables of its own. */
    private static final class Body extends Rewriter {
        private final Map<Var, Var> images = new HashMap<>();
        private final Map<String, Var> extents = new HashMap<>();
        private final List<Param> params = new ArrayList<>();
        private final NameSource names = new NameSource();

        @Override
        protected Var define(Var v) {
            Var image = new Var(names.fresh(v.name()), type(v.type()), v.span());
            images.put(v, image);
            return image;
        }

        @Override
        protected Expr use(Var v) {
            return images.getOrDefault(v, v);
        }

        @Override
        protected Expr expr(Expr e) {
            return e instanceof Dim d && extents.containsKey(d.name())
                    ? extents.getOrDefault(d.name(), new Var(d.name(), Type.INDEX, Span.NONE))
                    : super.expr(e);
        }
    }
}

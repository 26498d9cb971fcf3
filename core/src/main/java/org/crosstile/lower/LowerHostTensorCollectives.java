package org.crosstile.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.abi.Chip;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Makes the collectives of a host dispatches of builtin functions, one to each device of the
 * domain. The host goes on when all of them have ended or are blocked.
 *
 * <pre>
 * d2 = allreduce(d, s)     world = world_size()
 *                          for r in range(0, world, 1):
 *                              self.builtin_tensor_allreduce__sum__fp32(d, s, device=r)
 *                          join()
 *                          d2 = d
 * </pre>
 */
public final class LowerHostTensorCollectives implements Pass {
    /** An operand is not a view of an allocation of this function. */
    public static final Rule ALLOCATION =
            Rule.of(
                            "host-collective-window",
                            "the windows of a host's collective must be views of its own allocations")
                    .explained(
                            "Where a collective runs follows from where its windows are dispatched, and only allocations"
                                    + " of the same function are known to be dispatched anywhere.",
                            "host_pair",
                            "pld.tensor.allreduce(data, foreign)",
                            "pld.tensor.allreduce(data, cells)");

    /** Two operands are the same memory. */
    public static final Rule DISTINCT =
            Rule.of(
                            "host-collective-distinct",
                            "the windows of a host's collective must be different allocations")
                    .explained(
                            "Peers write the one while this rank still reads the other; and data in a signal's cells"
                                    + " would count as signals.",
                            "host_pair",
                            "pld.tensor.all_to_all(blocks, blocks_again, cells)",
                            "pld.tensor.all_to_all(blocks, data, cells)");

    /** Operands exist on different devices. */
    public static final Rule DOMAIN =
            Rule.of(
                            "host-collective-domain",
                            "the windows of a host's collective must exist on the same devices")
                    .explained(
                            "Ranks are counted within a domain: on windows of two domains the same peer would be two"
                                    + " devices.",
                            "host_pair",
                            "pld.tensor.allreduce(data, wide_cells)",
                            "pld.tensor.allreduce(data, cells)");

    /** More cores than there are. */
    public static final Rule CORES =
            Rule.of("allreduce-core-num-chip", "`core_num` must not exceed the chip's vector cores")
                    .explained(
                            "The cores of one call wait for those of the other ranks, so all must run at once: 48 on a"
                                    + " 910B, 36 on a 950.",
                            "host_pair",
                            "pld.tensor.allreduce(data, core_num=49)",
                            "pld.tensor.allreduce(data, core_num=48)");

    /** A function of the program has the name of a builtin. */
    public static final Rule NAME =
            Rule.of(
                            "host-collective-name",
                            "a program's function must not have the name of a builtin")
                    .explained(
                            "A collective of the host becomes a function of the program, under a name that says what it"
                                    + " does.",
                            "host_many",
                            "pld.tensor.barrier(cells)",
                            "pld.tensor.allreduce(data, cells)");

    /** Every rule of this pass. */
    static final List<Rule> RULES = List.of(ALLOCATION, DISTINCT, DOMAIN, CORES, NAME);

    private final Toolbox toolbox;
    private final Chip chip;

    public LowerHostTensorCollectives(Toolbox toolbox, Chip chip) {
        this.toolbox = toolbox;
        this.chip = chip;
    }

    @Override
    public Stage needs() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Stage gives() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Map<String, Function> builtins = new LinkedHashMap<>();
        List<Function> functions = new ArrayList<>();
        for (Function f : program.functions()) {
            if (f.isHostOrchestrator()) {
                Function image = new Lowering(program, f, builtins, problems).function(f);
                builtins.values().stream()
                        .filter(b -> !functions.contains(b))
                        .forEach(functions::add);
                functions.add(image);
            } else {
                functions.add(f);
            }
        }
        return new Program(program.name(), functions, program.span());
    }

    private final class Lowering extends Rewriter {
        private final Program program;
        private final CommDomains domains;
        private final Builder.NameSource names;
        private final Map<String, Function> builtins;
        private final Problems problems;

        Lowering(Program program, Function f, Map<String, Function> builtins, Problems problems) {
            this.program = program;
            this.domains = CommDomains.of(program, f);
            this.names = Variables.names(f);
            this.builtins = builtins;
            this.problems = problems;
        }

        @Override
        protected List<Stmt> statement(Stmt s) {
            return switch (s) {
                case Stmt.Assign x when isCollective(x.value()) -> {
                    Expr.Call call = (Expr.Call) x.value();
                    List<Stmt> out = new ArrayList<>(lower(call));
                    Expr data = call.get(((Capability.HostBuiltin) call.op()).data());
                    out.add(new Stmt.Assign(x.target(), data, x.span()));
                    yield out;
                }
                case Stmt.Eval x when isCollective(x.value()) -> lower((Expr.Call) x.value());
                default -> super.statement(s);
            };
        }

        private static boolean isCollective(Expr e) {
            return e instanceof Expr.Call c && c.op() instanceof Capability.HostBuiltin;
        }

        private List<Stmt> lower(Expr.Call call) {
            int before = problems.errors();
            Capability.HostBuiltin op = (Capability.HostBuiltin) call.op();
            checkWindows(call, op);
            if (op.cores(call) > chip.vectorCores()) {
                Problem.error(CORES, call.span(), op.cores(call) + " cores are asked for")
                        .headline(
                                "`core_num` must be at most "
                                        + chip.vectorCores()
                                        + " on a "
                                        + chip.spelling())
                        .note(
                                "a "
                                        + chip.spelling()
                                        + " has "
                                        + chip.vectorCores()
                                        + " vector cores")
                        .hint("ask for fewer cores, or choose another chip with --chip")
                        .to(problems);
            }
            CommDomains.Devices devices = domains.devices(call.get(op.data()));
            if (!devices.all() && problems.errors() == before) {
                op.checkDevices(call, devices.some().size(), problems);
            }
            return problems.errors() > before ? List.of() : dispatches(call, op, devices);
        }

        private void checkWindows(Expr.Call call, Capability.HostBuiltin op) {
            CommDomains.Devices home = domains.devices(call.get(op.data()));
            List<Slot> windows = op.windows();
            for (int i = 0; i < windows.size(); i++) {
                Expr window = call.get(windows.get(i));
                Set<Var> allocations = domains.allocations(window);
                if (allocations.isEmpty()) {
                    at(ALLOCATION, call, windows.get(i), "is no view of an allocation")
                            .to(problems);
                    return;
                }
                for (int j = 0; j < i; j++) {
                    Set<Var> others = domains.allocations(call.get(windows.get(j)));
                    Optional<Var> shared =
                            allocations.stream().filter(others::contains).findFirst();
                    if (shared.isPresent()) {
                        String both = "`" + windows.get(j) + "` and `" + windows.get(i) + "`";
                        Problem.Builder problem =
                                Problem.error(
                                        DISTINCT, call.span(), both + " are the same allocation");
                        sharedBytes(call, windows.get(j), windows.get(i)).ifPresent(problem::note);
                        problem.headline(
                                        both
                                                + " of "
                                                + call.op()
                                                + " must be different allocations")
                                .see(shared.get().span(), "both are views of this")
                                .hint("allocate a window of its own for `" + windows.get(i) + "`")
                                .to(problems);
                        return;
                    }
                }
            }
            for (Slot slot : windows) {
                CommDomains.Devices devices = domains.devices(call.get(slot));
                if (!devices.equals(home)) {
                    at(DOMAIN, call, slot, "exists on " + devices.describe())
                            .note("`" + op.data() + "` exists on " + home.describe())
                            .hint("dispatch both to the same devices")
                            .to(problems);
                    return;
                }
            }
        }

        /** The bytes that two views of one allocation share, if their sizes are known. */
        private static Optional<String> sharedBytes(Expr.Call call, Slot first, Slot second) {
            OptionalLong a = bytes(call.get(first));
            OptionalLong b = bytes(call.get(second));
            if (a.isEmpty() || b.isEmpty()) {
                return Optional.empty();
            }
            String both = "bytes 0 to " + (Math.min(a.getAsLong(), b.getAsLong()) - 1);
            return Optional.of(
                    "`%s` is bytes 0 to %d of the allocation and `%s` is bytes 0 to %d: %s are in both"
                            .formatted(
                                    call.get(first),
                                    a.getAsLong() - 1,
                                    call.get(second),
                                    b.getAsLong() - 1,
                                    both));
        }

        private static OptionalLong bytes(Expr window) {
            Type.TensorLike type = (Type.TensorLike) window.type();
            OptionalLong elements = Exprs.constant(Exprs.product(type.shape()));
            return elements.isPresent()
                    ? OptionalLong.of(elements.getAsLong() * type.dtype().bytes())
                    : OptionalLong.empty();
        }

        private static Problem.Builder at(Rule rule, Expr.Call call, Slot slot, String found) {
            return Problem.error(rule, call.span(), "`" + slot + "` " + found)
                    .see(call.get(slot).span(), "declared here");
        }

        private List<Stmt> dispatches(
                Expr.Call call, Capability.HostBuiltin op, CommDomains.Devices devices) {
            Span span = call.span().via("while lowering " + call.op());
            Builder body = new Builder(span, names);
            String callee = builtin(call, op);
            List<Expr> arguments = op.windows().stream().map(call::get).toList();
            if (devices.all()) {
                Expr world = body.let("world", toolbox.worldSize(span));
                body.loop(
                        "r",
                        Exprs.index(0),
                        world,
                        Exprs.index(1),
                        r -> body.add(dispatch(callee, arguments, r, op.cores(call), span)));
            } else {
                for (int device : devices.some()) {
                    body.add(
                            dispatch(callee, arguments, Exprs.index(device), op.cores(call), span));
                }
            }
            body.add(new Stmt.Eval(toolbox.join(span), span));
            return body.block().statements();
        }

        private static Stmt dispatch(
                String callee, List<Expr> arguments, Expr device, long cores, Span span) {
            Map<String, Expr> attrs = new LinkedHashMap<>();
            attrs.put("device", device);
            if (cores > 1) {
                attrs.put("core_num", Exprs.index(cores));
            }
            return new Stmt.Eval(
                    new Expr.FnCall(callee, arguments, attrs, Type.Opaque.UNKNOWN, span), span);
        }

        /** The builtin's function, which is written for the first call that needs it. */
        private String builtin(Expr.Call call, Capability.HostBuiltin op) {
            String name = op.builtin(call);
            program.find(name)
                    .ifPresent(f ->
                            Problem.error(
                                            NAME,
                                            call.span(),
                                            "this needs the builtin `" + name + "`")
                                    .see(f.span(), "this function has its name")
                                    .hint("give the function another name")
                                    .to(problems));
            builtins.computeIfAbsent(name, n -> op.function(call, n));
            return name;
        }
    }
}

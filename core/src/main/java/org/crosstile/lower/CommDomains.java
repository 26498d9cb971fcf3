package org.crosstile.lower;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.crosstile.abi.Limits;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * On which devices each window allocation of a host orchestrator exists, as far as that is known
 * before a run: where its views are dispatched to, and for the control operands of a host's
 * collectives where its data exists. Allocations on the same devices make up one comm domain. For
 * functions in SSA form.
 */
final class CommDomains {
    /**
     * A set of devices.
     *
     * @param all whether these are all devices of a run, however many that are; then {@code some}
     *     is empty
     */
    record Devices(boolean all, SortedSet<Integer> some) {
        static final Devices NONE = new Devices(false, new TreeSet<>());
        static final Devices ALL = new Devices(true, new TreeSet<>());

        static Devices range(long start, long stop) {
            SortedSet<Integer> devices = new TreeSet<>();
            for (long d = Math.max(0, start); d < Math.min(stop, Limits.MOST_DEVICES); d++) {
                devices.add((int) d);
            }
            return new Devices(false, devices);
        }

        Devices with(Devices other) {
            if (all || other.all) {
                return ALL;
            }
            SortedSet<Integer> union = new TreeSet<>(some);
            union.addAll(other.some);
            return new Devices(false, union);
        }

        boolean isEmpty() {
            return !all && some.isEmpty();
        }

        /** As messages name it. */
        String describe() {
            return all ? "all devices" : "devices " + some;
        }
    }

    /** A comm domain: its name, its devices and the allocations that exist there. */
    record Domain(String name, Devices devices, List<Var> slots) {}

    private final Program program;
    private final Lineage lineage;
    private final Map<Var, Expr> values;
    private final Map<Var, Var> views = new LinkedHashMap<>();
    private final Map<Var, Devices> coverage = new LinkedHashMap<>();
    private final List<Expr.Call> collectives = new ArrayList<>();
    private final List<Stmt.For> loops = new ArrayList<>();

    private CommDomains(Program program, Function f) {
        this.program = program;
        this.lineage = new Lineage.Of(program).function(f.name()).orElseThrow();
        this.values = Variables.values(f.body());
        allocations(f.body());
        dispatches(f.body());
        inherit();
    }

    static CommDomains of(Program program, Function f) {
        return new CommDomains(program, f);
    }

    private void allocations(Block body) {
        Walk.statements(
                body,
                s -> {
                    if (s instanceof Stmt.Assign x && x.value() instanceof Expr.Call c) {
                        if (c.op() instanceof Capability.AllocatesWindow) {
                            coverage.put(x.target(), Devices.NONE);
                        } else if (c.op() instanceof Capability.ViewsWindow viewing) {
                            lineage.roots(c.get(viewing.buffer()))
                                    .forEach(root -> views.put(x.target(), root));
                        }
                    }
                });
    }

    private void dispatches(Block block) {
        for (Stmt s : block.statements()) {
            for (Expr own : Walk.own(s)) {
                if (own instanceof Expr.FnCall call && isDispatch(call)) {
                    Devices devices = devices(call);
                    call.args()
                            .forEach(arg ->
                                    allocations(arg)
                                            .forEach(a ->
                                                    coverage.merge(a, devices, Devices::with)));
                } else if (own instanceof Expr.Call call
                        && call.op() instanceof Capability.HostBuiltin) {
                    collectives.add(call);
                }
            }
            if (s instanceof Stmt.For loop) {
                loops.add(loop);
            }
            Walk.blocks(s).forEach(this::dispatches);
            if (s instanceof Stmt.For) {
                loops.removeLast();
            }
        }
    }

    private boolean isDispatch(Expr.FnCall call) {
        return program.find(call.callee()).filter(f -> f.place() != Place.HOST).isPresent();
    }

    /** The devices that a dispatch may go to. */
    private Devices devices(Expr.FnCall call) {
        Expr device = call.attrs().get("device");
        if (device == null) {
            return Devices.NONE;
        }
        Expr value = behind(device);
        OptionalLong constant = Exprs.constant(value);
        if (constant.isPresent()) {
            return Devices.range(constant.getAsLong(), constant.getAsLong() + 1);
        }
        for (Stmt.For loop : loops) {
            if (loop.index() == value) {
                OptionalLong stop = Exprs.constant(behind(loop.stop()));
                return stop.isEmpty()
                        ? Devices.ALL
                        : Devices.range(
                                Exprs.constant(behind(loop.start())).orElse(0), stop.getAsLong());
            }
        }
        return Devices.ALL;
    }

    /** The value behind variables and conversions. */
    private Expr behind(Expr e) {
        Expr value = e;
        while (true) {
            Expr inner =
                    switch (value) {
                        case Expr.Cast c -> c.operand();
                        case Var v -> values.getOrDefault(v, v);
                        default -> value;
                    };
            if (inner == value) {
                return value;
            }
            value = inner;
        }
    }

    /** Control operands exist wherever the data of their calls does. */
    private void inherit() {
        for (Expr.Call call : collectives) {
            Capability.HostBuiltin op = (Capability.HostBuiltin) call.op();
            Devices data = dataDevices(call);
            for (Slot slot : op.control()) {
                allocations(call.get(slot)).forEach(a -> coverage.merge(a, data, Devices::with));
            }
        }
    }

    /** Where the operands of a collective exist that are not control operands. */
    Devices dataDevices(Expr.Call call) {
        Capability.HostBuiltin op = (Capability.HostBuiltin) call.op();
        Devices data = Devices.NONE;
        for (Slot slot : op.windows()) {
            if (!op.control().contains(slot)) {
                data = data.with(devices(call.get(slot)));
            }
        }
        return data;
    }

    /** Where a window exists. */
    Devices devices(Expr window) {
        Devices devices = Devices.NONE;
        for (Var allocation : allocations(window)) {
            devices = devices.with(coverage.getOrDefault(allocation, Devices.NONE));
        }
        return devices;
    }

    /** The allocations that a window may be a view of. */
    Set<Var> allocations(Expr window) {
        Set<Var> found = new LinkedHashSet<>();
        if (window.type() instanceof Type.Window) {
            for (Var root : lineage.roots(window)) {
                Optional.ofNullable(views.get(root))
                        .filter(coverage::containsKey)
                        .ifPresent(found::add);
            }
        }
        return found;
    }

    /** The domains, in the order of their first allocations. */
    List<Domain> domains() {
        Map<Devices, List<Var>> slots = new LinkedHashMap<>();
        coverage.forEach((allocation, devices) -> {
            if (!devices.isEmpty()) {
                slots.computeIfAbsent(devices, d -> new ArrayList<>()).add(allocation);
            }
        });
        List<Domain> domains = new ArrayList<>();
        slots.forEach(
                (devices, all) -> domains.add(new Domain("comm_d" + domains.size(), devices, all)));
        return domains;
    }
}

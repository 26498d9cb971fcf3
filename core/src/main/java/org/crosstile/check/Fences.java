package org.crosstile.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.model.WindowEffects;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * In a kernel with explicit fences, no write to a window is pending when a peer is notified. A
 * write is pending from where it stands to the next fence, on any path.
 */
final class Fences {
    /** A signal may overtake data. */
    static final Rule UNFENCED =
            Rule.of("unfenced-notify", "what is written to a window must be fenced before a notify")
                    .explained(
                            "Writes travel on their own: without a fence the signal may arrive first, and whoever waits"
                                    + " for it reads what was there before. Kernels get their fences while they are lowered;"
                                    + " one that says pl.func_attr({\"fences\": \"explicit\"}) has to hold them itself.",
                            "fenced",
                            "pld.tensor.put(win, peer, x)\n"
                                    + "pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)",
                            "pld.tensor.put(win, peer, x)\n"
                                    + "pl.system.fence()\n"
                                    + "pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)")
                    .allowable();

    /** Fences are explicit, or nothing is said about them. */
    static final Rule ATTRIBUTE =
            Rule.of("fences-attribute", "the attribute `fences` must be \"explicit\"")
                    .explained(
                            "A kernel that says so holds all of its fences. Any other kernel is given them while it is"
                                    + " lowered, and says nothing.",
                            "kernel",
                            "pl.func_attr({\"fences\": \"none\"})\npld.tensor.put(win, peer, x)",
                            "pl.func_attr({\"fences\": \"explicit\"})\npld.tensor.put(win, peer, x)");

    static final List<Rule> RULES = List.of(UNFENCED, ATTRIBUTE);

    /** The states in which a loop is left early, or begun again. */
    private record Jumps(Set<Expr.Call> breaks, Set<Expr.Call> continues) {
        Jumps() {
            this(none(), none());
        }
    }

    private final Aliases aliases;
    private final Map<Expr.Call, Set<Expr.Call>> overtaking = new IdentityHashMap<>();
    private final Deque<Jumps> loops = new ArrayDeque<>();

    private Fences(Function f) {
        this.aliases = new Aliases(f.body());
    }

    static void check(Function f, Problems problems) {
        Expr attribute = f.attrs().get(Function.FENCES);
        if (attribute != null && !f.hasExplicitFences()) {
            Problem.error(ATTRIBUTE, attribute.span(), "this is `" + Describe.expr(attribute) + "`")
                    .hint(
                            "write \"explicit\", or leave it out: lowering puts fences where they belong")
                    .to(problems);
        }
        if (f.place() != Place.KERNEL || !f.hasExplicitFences()) {
            return;
        }
        Fences fences = new Fences(f);
        fences.block(f.body(), none());
        fences.overtaking.forEach((signal, writes) -> report(signal, writes, problems));
    }

    private static void report(Expr.Call signal, Set<Expr.Call> writes, Problems problems) {
        Problem.Builder problem =
                Problem.error(
                        UNFENCED,
                        signal.span(),
                        signal.op() instanceof Capability.Notifies
                                ? "this signal may arrive before what was written"
                                : "this notifies peers, and its signals may arrive before what was written");
        List<Expr.Call> ordered = new ArrayList<>(writes);
        ordered.sort(Comparator.comparingInt(c -> c.span().start()));
        ordered.forEach(write -> problem.see(write.span(), "written here, and not fenced"));
        problem.hint("write pl.system.fence() between the last write and the notify").to(problems);
    }

    private static Set<Expr.Call> none() {
        return Collections.newSetFromMap(new IdentityHashMap<>());
    }

    /** The writes that are pending after a block; none behind a jump, where nobody arrives. */
    private Set<Expr.Call> block(Block block, Set<Expr.Call> before) {
        Set<Expr.Call> pending = union(before, none());
        for (Stmt s : block.statements()) {
            pending = statement(s, pending);
        }
        return pending;
    }

    private Set<Expr.Call> statement(Stmt s, Set<Expr.Call> pending) {
        Walk.own(s).forEach(e -> evaluate(e, pending));
        return switch (s) {
            case Stmt.If x -> union(block(x.then(), pending), block(x.otherwise(), pending));
            case Stmt.For x -> loop(x.body(), pending);
            case Stmt.While x -> loop(x.body(), pending);
            case Stmt.Scope x -> block(x.body(), pending);
            case Stmt.Break x -> jump(pending, true);
            case Stmt.Continue x -> jump(pending, false);
            case Stmt.Return x -> none();
            default -> pending;
        };
    }

    private Set<Expr.Call> jump(Set<Expr.Call> pending, boolean leaves) {
        Jumps loop = loops.peek();
        if (loop != null) {
            (leaves ? loop.breaks() : loop.continues()).addAll(pending);
        }
        return none();
    }

    private Set<Expr.Call> loop(Block body, Set<Expr.Call> before) {
        Set<Expr.Call> head = before;
        Jumps jumps = new Jumps();
        loops.push(jumps);
        for (int size = -1; size != head.size(); ) {
            size = head.size();
            head = union(head, block(body, head));
            head.addAll(jumps.continues());
        }
        loops.pop();
        return union(head, jumps.breaks());
    }

    private static Set<Expr.Call> union(Set<Expr.Call> a, Set<Expr.Call> b) {
        Set<Expr.Call> all = none();
        all.addAll(a);
        all.addAll(b);
        return all;
    }

    private void evaluate(Expr e, Set<Expr.Call> pending) {
        Walk.children(e).forEach(child -> evaluate(child, pending));
        if (!(e instanceof Expr.Call call)) {
            return;
        }
        if (call.op() instanceof Capability.Fences) {
            pending.clear();
        } else if (signals(call)) {
            if (!pending.isEmpty()) {
                overtaking.computeIfAbsent(call, c -> none()).addAll(pending);
                pending.clear();
            }
        } else if (WindowEffects.written(call).isPresent()) {
            pending.add(call);
        }
    }

    /** Whether a call tells peers something; what a rank tells itself is only credit. */
    private boolean signals(Expr.Call call) {
        if (call.op() instanceof Capability.Notifies notify) {
            return !(aliases.resolved(call.get(notify.peer())) instanceof Expr.Call peer
                    && peer.op() instanceof Capability.ReadsContext reads
                    && reads.givesRank());
        }
        return call.op() instanceof Capability.Collective;
    }
}

package org.crosstile.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Every rank makes the same collective calls, as far as the text tells. */
final class Uniformity {
    /** A loop around a collective goes on longer on some ranks. */
    static final Rule TRIPS =
            Rule.of(
                            "collective-trip-count",
                            "a loop around a collective must run equally often on every rank")
                    .explained(
                            "Every rank of the domain takes part in every call. A rank that makes fewer leaves the others"
                                    + " waiting for ever.",
                            "kernel",
                            "me = pld.rank(pld.get_comm_ctx(data))\n"
                                    + "for i in pl.range(me + 1):\n"
                                    + "    pld.tensor.barrier(sig)",
                            "for i in pl.range(4):\n    pld.tensor.barrier(sig)");

    /** Some ranks make another call, or none. */
    static final Rule BRANCH =
            Rule.of("collective-branch", "all ranks must make the same collective calls")
                    .explained(
                            "What one rank calls, all must: the same operator with the same operands, in the same order."
                                    + " What only some ranks do has to stand outside of it.",
                            "kernel",
                            "if pld.rank(pld.get_comm_ctx(data)) == 0:\n    pld.tensor.barrier(sig)",
                            "pld.tensor.barrier(sig)");

    static final List<Rule> RULES = List.of(TRIPS, BRANCH);

    private final Program program;
    private final RankDependence ranks;
    private final Problems problems;
    private final Set<String> visiting = new HashSet<>();

    private Uniformity(Program program, Problems problems) {
        this.program = program;
        this.ranks = RankDependence.of(program);
        this.problems = problems;
    }

    static void check(Program program, Problems problems) {
        Uniformity uniformity = new Uniformity(program, problems);
        for (Function f : program.functions()) {
            if (!f.isHostOrchestrator() && !f.isSubWorker()) {
                uniformity.block(f.body());
            }
        }
    }

    private void block(Block block) {
        List<Stmt> all = block.statements();
        for (int i = 0; i < all.size(); i++) {
            Stmt s = all.get(i);
            boolean known =
                    switch (s) {
                        case Stmt.For loop -> loop(loop, loop.body());
                        case Stmt.While loop -> loop(loop, loop.body());
                        case Stmt.If x -> branch(x, all.subList(i + 1, all.size()));
                        default -> false;
                    };
            if (!known) {
                Walk.blocks(s).forEach(this::block);
            }
        }
    }

    /** Reports a loop; true if it has. */
    private boolean loop(Stmt loop, Block body) {
        List<Expr> calls = collectives(body);
        if (calls.isEmpty()) {
            return false;
        }
        Optional<Span> origin = ranks.trips(loop).or(() -> leaving(body));
        origin.ifPresent(from ->
                Problem.warning(
                                TRIPS,
                                loop.span(),
                                "this runs a different number of times on different ranks")
                        .see(calls.getFirst().span(), "all ranks must come here alike")
                        .see(from, "here it begins to depend on the rank")
                        .hint("let every rank run the loop equally often")
                        .to(problems));
        return origin.isPresent();
    }

    /** Where only some ranks leave a loop early. */
    private Optional<Span> leaving(Block body) {
        for (Stmt s : body.statements()) {
            if (s instanceof Stmt.If x) {
                Optional<Span> origin = ranks.origin(x.condition());
                boolean jumps = jumps(x.then()) || jumps(x.otherwise());
                if (origin.isPresent() && jumps) {
                    return origin;
                }
                Optional<Span> inner = leaving(x.then()).or(() -> leaving(x.otherwise()));
                if (inner.isPresent()) {
                    return inner;
                }
            }
        }
        return Optional.empty();
    }

    private static boolean jumps(Block block) {
        return block.statements().stream()
                .anyMatch(s ->
                        s instanceof Stmt.Break
                                || s instanceof Stmt.Continue
                                || s instanceof Stmt.If x
                                        && (jumps(x.then()) || jumps(x.otherwise())));
    }

    /** Reports a condition; true if it has. */
    private boolean branch(Stmt.If x, List<Stmt> rest) {
        Optional<Span> origin = ranks.origin(x.condition());
        if (origin.isEmpty()) {
            return false;
        }
        List<Expr> then = collectives(x.then());
        List<Expr> otherwise = collectives(x.otherwise());
        boolean leaves = returns(x.then()) != returns(x.otherwise());
        List<Expr> after = leaves ? collectives(new Block(rest)) : List.of();
        if (alike(then, otherwise) && after.isEmpty()) {
            return false;
        }
        Problem.Builder problem =
                Problem.warning(
                        BRANCH, x.condition().span(), "not all ranks take the same way here");
        List<Expr> shown = new ArrayList<>();
        if (!alike(then, otherwise)) {
            then.stream().findFirst().ifPresent(shown::add);
            otherwise.stream().findFirst().ifPresent(shown::add);
        } else {
            shown.add(after.getFirst());
        }
        shown.forEach(call -> problem.see(call.span(), "only some ranks call this"));
        if (!origin.get().equals(x.condition().span())) {
            problem.see(origin.get(), "here it begins to depend on the rank");
        }
        problem.hint("make the same collective calls on both ways").to(problems);
        return true;
    }

    private static boolean returns(Block block) {
        return block.statements().stream().anyMatch(Stmt.Return.class::isInstance);
    }

    private static boolean alike(List<Expr> a, List<Expr> b) {
        boolean alike = a.size() == b.size();
        for (int i = 0; alike && i < a.size(); i++) {
            alike = Structure.same(a.get(i), b.get(i));
        }
        return alike;
    }

    /** The collectives below a block, and the calls of functions that have some. */
    private List<Expr> collectives(Block block) {
        List<Expr> calls = new ArrayList<>();
        Walk.expressions(
                block,
                e -> {
                    if (e instanceof Expr.Call call && call.op() instanceof Capability.Collective
                            || e instanceof Expr.FnCall function && hasSome(function)) {
                        calls.add(e);
                    }
                });
        return calls;
    }

    private boolean hasSome(Expr.FnCall call) {
        if (!visiting.add(call.callee())) {
            return false;
        }
        boolean found =
                program.find(call.callee())
                        .filter(f -> !collectives(f.body()).isEmpty())
                        .isPresent();
        visiting.remove(call.callee());
        return found;
    }
}

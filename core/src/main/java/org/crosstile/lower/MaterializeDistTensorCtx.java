package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.model.Builder;
import org.crosstile.model.Function;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.Function.Param;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Gives every window that enters a function its communication context as a parameter of its own,
 * behind all others, and passes it at every call. The host asks for it where it launches.
 *
 * <pre>
 * def kernel(win):                       def kernel(win, win_ctx: pld.CommCtx):
 *     n = nranks(get_comm_ctx(win))          n = nranks(win_ctx)
 *
 * self.chip(win, device=r)               win_ctx = get_comm_ctx(win)
 *                                        self.chip(win, win_ctx, device=r)
 * </pre>
 */
public final class MaterializeDistTensorCtx implements Pass {
    /** Which context a value has depends on the path taken. */
    public static final Rule AMBIGUOUS =
            Rule.of(
                            "comm-ctx-ambiguous",
                            "the windows that meet in a variable must come from one parameter")
                    .explained(
                            "A window travels with its communication context, which is found at compile time. Where"
                                    + " one variable holds this window or that one, nobody can say which context it has.",
                            "kernel",
                            "w = data\nif n > 0:\n    w = stages\npld.tensor.put(w, peer, blocks)",
                            "if n > 0:\n    pld.tensor.put(stages, peer, blocks)\nelse:\n    pld.tensor.put(data, peer, blocks)");

    /** A window that is no parameter. */
    public static final Rule UNKNOWN =
            Rule.of(
                            "comm-ctx-unknown",
                            "a window whose context is asked for must come from a parameter")
                    .explained(
                            "A device learns its place in a domain from its caller, for each window that it is passed.",
                            "chip",
                            "self.send(self.part(data), x)",
                            "self.send(data[0:1, 0:64], x)");

    private final Toolbox toolbox;

    public MaterializeDistTensorCtx(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.DIRECTED;
    }

    @Override
    public Stage gives() {
        return Stage.CONTEXTS;
    }

    @Override
    public Program run(Program program, Problems problems) {
        Lineage.Of lineages = new Lineage.Of(program);
        Map<String, Map<Var, Var>> contexts = new LinkedHashMap<>();
        Map<String, Builder.NameSource> names = new HashMap<>();
        for (Function f : program.functions()) {
            if (!f.isSubWorker()) {
                contexts.put(f.name(), contexts(f, names(names, f)));
            }
        }
        return program.map(f -> {
            if (f.isSubWorker()) {
                return f;
            }
            List<Param> params = new ArrayList<>(f.params());
            contexts.getOrDefault(f.name(), Map.of())
                    .values()
                    .forEach(ctx -> params.add(new Param(ctx, Direction.IN)));
            return lineages.function(f.name())
                    .map(l ->
                            new ContextPassing(
                                    program, f, l, contexts, names(names, f), toolbox, problems))
                    .map(passing -> passing.function(f).withParams(params))
                    .orElse(f);
        });
    }

    private static Builder.NameSource names(Map<String, Builder.NameSource> names, Function f) {
        return names.computeIfAbsent(f.name(), n -> Variables.names(f));
    }

    /**
     * The context of each window parameter, in their order; functions that have them already have
     * none to add.
     */
    private static Map<Var, Var> contexts(Function f, Builder.NameSource names) {
        Map<Var, Var> contexts = new LinkedHashMap<>();
        long windows =
                f.params().stream().filter(p -> p.var().type() instanceof Type.Window).count();
        long given =
                f.params().stream().filter(p -> p.var().type() == Type.Opaque.COMM_CTX).count();
        boolean done = given >= windows;
        for (Param p : f.params()) {
            if (!done && p.var().type() instanceof Type.Window && f.place() != Place.HOST) {
                String name = names.fresh(p.var().name() + "_ctx");
                contexts.put(p.var(), new Var(name, Type.Opaque.COMM_CTX, p.var().span()));
            }
        }
        return contexts;
    }
}

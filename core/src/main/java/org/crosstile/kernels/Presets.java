package org.crosstile.kernels;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Finds the variables that are read outside the block that defines them: before {@code
 * ConvertToSSA} a variable that is first set in a loop or branch may be read after it. They live in
 * the whole method and start as zero. In SSA form there are none.
 */
final class Presets {
    private final Set<Var> visible = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Var> found = new LinkedHashSet<>();

    private Presets() {}

    static List<Var> of(List<Var> params, Block body) {
        Presets presets = new Presets();
        presets.visible.addAll(params);
        presets.block(body);
        return List.copyOf(presets.found);
    }

    private void block(Block block, Var... entry) {
        List<Var> own = new ArrayList<>();
        for (Var v : entry) {
            define(v, own);
        }
        for (Stmt s : block.statements()) {
            statement(s, own);
        }
        own.forEach(visible::remove);
    }

    private void statement(Stmt s, List<Var> own) {
        switch (s) {
            case Stmt.For x -> {
                Walk.own(s).forEach(this::read);
                x.carried().forEach(c -> define(c.var(), own));
                block(x.body(), x.index());
                x.results().forEach(v -> define(v, own));
            }
            case Stmt.While x -> {
                x.carried().forEach(c -> read(c.init()));
                x.carried().forEach(c -> define(c.var(), own));
                read(x.condition());
                block(x.body());
                x.results().forEach(v -> define(v, own));
            }
            default -> {
                if (!(s instanceof Stmt.Scope)) {
                    Walk.own(s).forEach(this::read);
                }
                Walk.blocks(s).forEach(this::block);
                Walk.defined(s).forEach(v -> define(v, own));
            }
        }
    }

    private void read(Expr e) {
        Walk.expressions(
                e,
                part -> {
                    if (part instanceof Var v && !visible.contains(v)) {
                        found.add(v);
                    }
                });
    }

    private void define(Var v, List<Var> own) {
        if (visible.add(v)) {
            own.add(v);
        }
    }
}

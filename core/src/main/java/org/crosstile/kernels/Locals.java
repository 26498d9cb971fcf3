package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.model.Var;
import org.jspecify.annotations.Nullable;

/**
 * The local variables of a method. A variable's slot belongs to the block that defines it; blocks
 * side by side share slots. Debuggers see each variable under its DSL name from its first value to
 * the end of its block.
 */
final class Locals {
    /** A variable's place; {@code visible} once it has a value. */
    private static final class Local {
        private final Var var;
        private final Carrier carrier;
        private final int slot;
        private @Nullable Label visible;

        private Local(Var var, Carrier carrier, int slot) {
            this.var = var;
            this.carrier = carrier;
            this.slot = slot;
        }
    }

    /** Where a block began. */
    record Scope(int variables, int next) {}

    private final CodeBuilder code;
    private final Map<Var, Local> locals = new IdentityHashMap<>();
    private final List<Local> open = new ArrayList<>();
    private final boolean named;
    private int next;

    /**
     * @param first the first free slot
     * @param named whether debuggers are to see the variables
     */
    Locals(CodeBuilder code, int first, boolean named) {
        this.code = code;
        this.named = named;
        this.next = first;
    }

    Scope enter() {
        return new Scope(open.size(), next);
    }

    /** Ends a block: its variables are forgotten. */
    void leave(Scope scope) {
        Label end = code.newBoundLabel();
        while (open.size() > scope.variables()) {
            Local local = open.removeLast();
            if (local.visible != null) {
                code.localVariable(
                        local.slot,
                        Names.local(local.var.name()),
                        local.carrier.desc(),
                        local.visible,
                        end);
            }
            locals.remove(local.var);
        }
        next = scope.next();
    }

    boolean has(Var var) {
        return locals.containsKey(var);
    }

    /** Gives a variable a slot of the current block, unless it has one. */
    void reserve(Var var) {
        if (!has(var)) {
            Carrier carrier = Carrier.of(var.type());
            add(new Local(var, carrier, temporary(carrier.kind())));
        }
    }

    /** Makes a variable another name for one that will not change any more. */
    void alias(Var var, Var of) {
        Local target = local(of);
        add(new Local(var, target.carrier, target.slot));
        show(var);
    }

    private void add(Local local) {
        locals.put(local.var, local);
        open.add(local);
    }

    /** A slot of the current block without a name. */
    int temporary(TypeKind kind) {
        int slot = next;
        next += kind.slotSize();
        return slot;
    }

    /** Moves the value on the stack into a variable, which gets a slot if it has none. */
    void store(Var var) {
        reserve(var);
        Local local = local(var);
        code.storeLocal(local.carrier.kind(), local.slot);
        show(var);
    }

    /** Lets debuggers see a variable from here on. */
    void show(Var var) {
        Local local = local(var);
        if (named && local.visible == null) {
            local.visible = code.newBoundLabel();
        }
    }

    void load(Var var) {
        Local local = local(var);
        code.loadLocal(local.carrier.kind(), local.slot);
    }

    int slot(Var var) {
        return local(var).slot;
    }

    private Local local(Var var) {
        Local local = locals.get(var);
        if (local == null) {
            throw new IllegalStateException("variable " + var + " has no value yet");
        }
        return local;
    }
}

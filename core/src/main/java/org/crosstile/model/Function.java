package org.crosstile.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.Coded;
import org.crosstile.source.Span;

/**
 * A function of a program.
 *
 * @param returns the declared return types, or the inferred ones
 * @param attrs compiler-owned facts that print as {@code pl.func_attr({...})}
 * @param verbatim the body text of a SubWorker, which is Python and not ours; empty otherwise
 */
public record Function(
        String name,
        Kind kind,
        Level level,
        Role role,
        List<Param> params,
        List<Type> returns,
        Block body,
        Map<String, Expr> attrs,
        String verbatim,
        Span span) {
    /** The attribute {@code {"fences": "explicit"}}. */
    public static final String FENCES = "fences";

    /** The value of {@link #FENCES} that says that all fences are there. */
    public static final String EXPLICIT = "explicit";

    /** Function types; codes as in the IR. */
    public enum Kind implements Coded {
        Opaque,
        Orchestration,
        InCore,
        AIC,
        AIV,
        Group,
        Spmd,
        Inline,
        Graph
    }

    /** Hierarchy levels. */
    public enum Level implements Coded {
        AIV,
        AIC,
        CORE_GROUP,
        CHIP_DIE,
        CHIP,
        HOST,
        CLUSTER_0,
        CLUSTER_1,
        CLUSTER_2,
        GLOBAL
    }

    /** Who drives and who works. */
    public enum Role implements Coded {
        Orchestrator,
        SubWorker
    }

    /** Whether a parameter is read, written or both. */
    public enum Direction {
        IN,
        OUT,
        INOUT
    }

    /** The attribute of a kernel that runs on both vector cores of a core group. */
    public static final String BOTH_CORES = "split_aiv";

    /** A parameter. */
    public record Param(Var var, Direction direction) {}

    public Function {
        params = List.copyOf(params);
        returns = List.copyOf(returns);
        attrs = Map.copyOf(attrs);
    }

    public Function withBody(Block newBody) {
        return new Function(
                name, kind, level, role, params, returns, newBody, attrs, verbatim, span);
    }

    /** The same function with one more fact about it, or with another value of it. */
    public Function withAttr(String key, Expr value) {
        Map<String, Expr> more = new HashMap<>(attrs);
        more.put(key, value);
        return new Function(name, kind, level, role, params, returns, body, more, verbatim, span);
    }

    /** The same function under another name and of another kind. */
    public Function as(String newName, Kind newKind, Level newLevel, Role newRole) {
        return new Function(
                newName, newKind, newLevel, newRole, params, returns, body, attrs, verbatim, span);
    }

    /** The same function with other results. */
    public Function withReturns(List<Type> newReturns) {
        return new Function(
                name, kind, level, role, params, newReturns, body, attrs, verbatim, span);
    }

    /**
     * Whether both vector cores of a core group run the function, each with an index of its own.
     */
    public boolean runsOnBothVectorCores() {
        return attrs.get(BOTH_CORES) instanceof Expr.Bool flag && flag.value();
    }

    /**
     * Whether the function keeps its memory in order by the fences that it holds, and is given no
     * others.
     */
    public boolean hasExplicitFences() {
        return attrs.get(FENCES) instanceof Expr.Text text && text.value().equals(EXPLICIT);
    }

    public Function withParams(List<Param> newParams) {
        return new Function(
                name, kind, level, role, newParams, returns, body, attrs, verbatim, span);
    }

    /** Where operators of this function run. */
    public Place place() {
        if (level == Level.HOST) {
            return Place.HOST;
        }
        return kind == Kind.Orchestration || kind == Kind.Graph || kind == Kind.Group
                ? Place.CHIP
                : Place.KERNEL;
    }

    public boolean isHostOrchestrator() {
        return level == Level.HOST && role == Role.Orchestrator;
    }

    public boolean isSubWorker() {
        return level == Level.HOST && role == Role.SubWorker;
    }

    /** The index of the parameter that {@code var} is, or -1. */
    public int paramIndex(Var var) {
        for (int i = 0; i < params.size(); i++) {
            if (params.get(i).var() == var) {
                return i;
            }
        }
        return -1;
    }
}

package org.crosstile.model;

import java.util.List;
import java.util.Optional;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.source.Span;

/**
 * One operand of an operator: its name, what it may be, its default. Binding, printing, arity and
 * kind messages, the reference page and the random calls of the tests all come from the slots.
 */
public final class Slot {
    private final String name;
    private final Kind kind;
    private final String doc;
    private final Optional<Expr> fallback;
    private final boolean keywordOnly;
    private final String group;

    private Slot(
            String name,
            Kind kind,
            String doc,
            Optional<Expr> fallback,
            boolean keywordOnly,
            String group) {
        this.name = name;
        this.kind = kind;
        this.doc = doc;
        this.fallback = fallback;
        this.keywordOnly = keywordOnly;
        this.group = group;
    }

    /** A required operand that may be given by position or by keyword. */
    public static Slot of(String name, Kind kind, String doc) {
        return new Slot(name, kind, doc, Optional.empty(), false, "");
    }

    public static Slot window(String name, String doc) {
        return of(name, new Kind.Window(Optional.empty()), doc);
    }

    public static Slot window(String name, DType dtype, String doc) {
        return of(name, new Kind.Window(Optional.of(dtype)), doc);
    }

    /** One integer per dimension of {@code target}. */
    public static Slot indices(String name, Slot target, String doc) {
        return of(name, new Kind.Indices(Optional.of(target)), doc);
    }

    public static Slot indices(String name, String doc) {
        return of(name, new Kind.Indices(Optional.empty()), doc);
    }

    public static Slot oneOf(String name, Class<? extends Coded> type, String doc) {
        return of(name, new Kind.OneOf(type), doc).keywordOnly();
    }

    /** The same slot, absent unless given. */
    public Slot optional() {
        return new Slot(name, kind, doc, Optional.of(new Expr.None(Span.NONE)), keywordOnly, group);
    }

    /** The same slot with a default. */
    public Slot orElse(Expr value) {
        return new Slot(name, kind, doc, Optional.of(value), keywordOnly, group);
    }

    public Slot orElse(Coded value) {
        return orElse(new Expr.Code(value, Span.NONE));
    }

    public Slot orElse(long value) {
        return orElse(new Expr.Int(value, DType.INDEX, Span.NONE));
    }

    public Slot orElse(boolean value) {
        return orElse(new Expr.Bool(value, Span.NONE));
    }

    /** The same slot, which can only be given by keyword. */
    public Slot keywordOnly() {
        return new Slot(name, kind, doc, fallback, true, group);
    }

    /** The same slot, to be given together with all others of the group or not at all. */
    public Slot inGroup(String newGroup) {
        return new Slot(name, kind, doc, fallback, keywordOnly, newGroup);
    }

    public String name() {
        return name;
    }

    public Kind kind() {
        return kind;
    }

    public String doc() {
        return doc;
    }

    /** The default; empty if the operand is required. */
    public Optional<Expr> fallback() {
        return fallback;
    }

    public boolean isKeywordOnly() {
        return keywordOnly;
    }

    /** Name of the all-or-none group; empty if there is none. */
    public String group() {
        return group;
    }

    /** The slots as a list, for {@link Op#slots}. */
    public static List<Slot> list(Slot... slots) {
        return List.of(slots);
    }

    @Override
    public String toString() {
        return name;
    }
}

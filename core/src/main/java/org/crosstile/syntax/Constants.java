package org.crosstile.syntax;

import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.abi.ArgDirection;
import org.crosstile.abi.AtomicType;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.ReduceOp;
import org.crosstile.abi.SplitMode;
import org.crosstile.abi.WaitCmp;
import org.crosstile.model.Function;

/**
 * The constants that the modules {@code pl} and {@code pld} define: element types and enumerations.
 */
final class Constants {
    private Constants() {}

    /** The value of a dotted name; empty if it is none of these. */
    static Optional<Value> find(String path) {
        String inside = inside(path);
        int dot = inside.indexOf('.');
        if (inside.isEmpty()) {
            return Optional.empty();
        }
        if (dot < 0) {
            return dtype(inside).map(Value.Element::new);
        }
        String member = inside.substring(dot + 1);
        return switch (inside.substring(0, dot)) {
            case "NotifyOp" -> code(NotifyOp.class, member);
            case "WaitCmp" -> code(WaitCmp.class, member);
            case "AtomicType" -> code(AtomicType.class, member);
            case "ReduceOp" -> code(ReduceOp.class, member);
            case "MemorySpace", "Mem" -> code(MemorySpace.class, member);
            case "CastMode" -> code(CastMode.class, member);
            case "FunctionType" -> code(Function.Kind.class, member);
            case "Level" -> code(Function.Level.class, member);
            case "Role" -> code(Function.Role.class, member);
            case "adir" -> code(ArgDirection.class, member);
            case "SplitMode" -> code(SplitMode.class, member);
            case "TensorLayout" ->
                    Words.isName(member) ? Optional.of(new Value.Text(path)) : Optional.empty();
            default -> Optional.empty();
        };
    }

    static Optional<DType> dtype(String name) {
        for (DType dtype : DType.values()) {
            if (dtype.name().equals(name)) {
                return Optional.of(dtype);
            }
        }
        return Optional.empty();
    }

    /** Every dotted name that {@link #find} knows, for suggestions. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>();
        for (DType dtype : DType.values()) {
            names.add("pl." + dtype);
        }
        add(names, "pld.NotifyOp.", NotifyOp.values());
        add(names, "pld.WaitCmp.", WaitCmp.values());
        add(names, "pld.AtomicType.", AtomicType.values());
        add(names, "pld.ReduceOp.", ReduceOp.values());
        add(names, "pl.Mem.", MemorySpace.values());
        add(names, "pl.MemorySpace.", MemorySpace.values());
        add(names, "pl.FunctionType.", Function.Kind.values());
        add(names, "pl.Level.", Function.Level.values());
        add(names, "pl.Role.", Function.Role.values());
        add(names, "pl.SplitMode.", SplitMode.values());
        add(names, "pl.adir.", ArgDirection.values());
        return names;
    }

    /** How DSL text spells an enumeration's constant. */
    static String spelling(Coded value) {
        String enumeration =
                switch (value) {
                    case NotifyOp v -> "pld.NotifyOp.";
                    case WaitCmp v -> "pld.WaitCmp.";
                    case ReduceOp v -> "pld.ReduceOp.";
                    case ArgDirection v -> "pl.adir.";
                    case AtomicType v -> "pl.AtomicType.";
                    case MemorySpace v -> "pl.Mem.";
                    case CastMode v -> "pl.CastMode.";
                    case Function.Kind v -> "pl.FunctionType.";
                    case Function.Level v -> "pl.Level.";
                    case Function.Role v -> "pl.Role.";
                    default -> "pl." + value.getClass().getSimpleName() + ".";
                };
        return enumeration + value.spelling();
    }

    private static void add(Set<String> names, String prefix, Coded[] values) {
        for (Coded value : values) {
            names.add(prefix + value.spelling());
        }
    }

    private static String inside(String path) {
        if (path.startsWith("pl.")) {
            return path.substring(3);
        }
        return path.startsWith("pld.") ? path.substring(4) : "";
    }

    private static <E extends Enum<E> & Coded> Optional<Value> code(Class<E> type, String member) {
        return Coded.bySpelling(type, member).map(Value.Code::new);
    }
}

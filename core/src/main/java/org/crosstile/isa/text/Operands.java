package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.isa.Finding;
import org.crosstile.isa.OperandRules;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.TileType;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** The operands of an operation, which all exist. */
final class Operands {
    private final Asm.Op op;
    private final List<Scope.Value> operands;
    private final Problems problems;

    Operands(Asm.Op op, List<Scope.Value> operands, Problems problems) {
        this.op = op;
        this.operands = operands;
        this.problems = problems;
    }

    Asm.Type type(int i) {
        return operands.get(i).type();
    }

    TensorType tensor(int i) {
        return tensor(type(i));
    }

    int size() {
        return operands.size();
    }

    Span definition(int i) {
        return operands.get(i).span();
    }

    /** Whether the operands are of the given kinds; says what is wrong if not. */
    boolean matches(List<Class<?>> kinds) {
        boolean fits = operands.size() == kinds.size();
        for (int i = 0; fits && i < kinds.size(); i++) {
            fits = kinds.get(i).isInstance(operands.get(i).type());
        }
        if (!fits) {
            List<String> wanted = new ArrayList<>();
            kinds.forEach(kind -> wanted.add(word(kind)));
            List<String> found = new ArrayList<>();
            operands.forEach(operand -> found.add(word(operand.type().getClass())));
            Problem.error(
                            AsmRules.OPERANDS,
                            op.span(),
                            op.mnemonic().text()
                                    + " has "
                                    + (found.isEmpty() ? "no operands" : String.join(", ", found)))
                    .hint("give it " + (wanted.isEmpty() ? "none" : String.join(", ", wanted)))
                    .to(problems);
        }
        return fits;
    }

    private static String word(Class<?> kind) {
        if (kind == Asm.Memref.class) {
            return "a memref";
        }
        if (kind == Asm.Group.class) {
            return "a group";
        }
        if (kind == Asm.TileBuf.class) {
            return "a tile";
        }
        return kind == Asm.Event.class ? "an event" : "a number";
    }

    /** Whether operand {@code i} is a whole number; says so if not. */
    boolean counts(int i) {
        Asm.Type type = type(i);
        boolean counts = type == Asm.Scalar.index || type == Asm.Scalar.i32;
        if (!counts) {
            Problem.error(
                            AsmRules.TYPE,
                            op.operands().get(i).span(),
                            "this is " + AsmTypes.print(type))
                    .headline("this operand is index or i32")
                    .to(problems);
        }
        return counts;
    }

    /** The number of tiles among the operands from {@code from} on. */
    int tileCount(int from) {
        int n = 0;
        while (from + n < operands.size() && operands.get(from + n).type() instanceof Asm.TileBuf) {
            n++;
        }
        return n;
    }

    List<TileType> tiles(int from, int n) {
        List<TileType> tiles = new ArrayList<>();
        for (int i = from; i < from + n; i++) {
            tiles.add(((Asm.TileBuf) operands.get(i).type()).tile());
        }
        return tiles;
    }

    List<OperandRules.Placed> placed(List<String> names, int from) {
        List<OperandRules.Placed> placed = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Scope.Value value = operands.get(from + i);
            placed.add(
                    new OperandRules.Placed(
                            names.get(i), ((Asm.TileBuf) value.type()).tile(), value.address()));
        }
        return placed;
    }

    private static TensorType tensor(Asm.Type type) {
        return type instanceof Asm.Group group ? group.tensor() : ((Asm.Memref) type).tensor();
    }

    /** Reports findings at the operands of the given parts. */
    void report(List<Finding> findings, List<String> parts) {
        for (Finding finding : findings) {
            Problem.Builder problem =
                    Problem.error(finding.rule(), span(parts, finding.operand()), side(finding));
            if (!finding.other().isEmpty()) {
                problem.see(
                        span(parts, finding.other()),
                        "`" + finding.other() + "` " + finding.otherFound());
            }
            problem.hint(finding.hint()).to(problems);
        }
    }

    private static String side(Finding finding) {
        return "`" + finding.operand() + "` " + finding.found();
    }

    private Span span(List<String> parts, String part) {
        int i = parts.indexOf(part);
        return i < 0 || i >= op.operands().size() ? op.span() : op.operands().get(i).span();
    }
}

package org.crosstile.kernels;

import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.memory.Host;
import org.crosstile.memory.Rank;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.source.Span;

/**
 * What the methods of one class share while they are written: names, call sites, marks, constants.
 */
final class Unit {
    static final ClassDesc HOST = Host.class.describeConstable().orElseThrow();
    static final ClassDesc RANK = Rank.class.describeConstable().orElseThrow();

    /**
     * A function as a static method of the class.
     *
     * @param piece what the function is a part of, if it is one
     */
    record Target(
            int index,
            Function function,
            String method,
            MethodTypeDesc descriptor,
            Optional<Piece> piece) {
        /** The name of the function in the DSL text. */
        String owner() {
            return piece.map(Piece::owner).orElse(function.name());
        }

        ClassDesc port() {
            return portOf(function);
        }

        Carrier result() {
            return results(function);
        }
    }

    /** A place in a method that can be on the stack when something is thrown. */
    record Mark(String method, Span span) {}

    /** Lengths of the lists, to go back to if a method is written again. */
    record Position(int sites, int marks) {}

    private final ClassDesc self;
    private final Constants constants;
    private final Map<String, Target> targets = new HashMap<>();
    private final List<Target> ordered = new ArrayList<>();
    private final Set<String> methods = new HashSet<>(Set.of("call"));
    private final int entries;
    private final boolean hasNames;
    private final List<CallSite> sites = new ArrayList<>();
    private final List<Mark> marks = new ArrayList<>();

    private final Set<Integer> told;

    /**
     * @param told lines whose statements are told to whoever executes them
     */
    Unit(Program program, Set<Integer> told) {
        this.told = told;
        this.self = ClassDesc.of(Unit.class.getPackageName() + "." + Names.local(program.name()));
        this.constants = new Constants(self);
        this.hasNames = Limits.namesFit(program);
        List<Piece> pieces = new ArrayList<>();
        for (Function function : program.functions()) {
            Outliner.Result result = Outliner.outline(function);
            add(result.function(), Optional.empty());
            pieces.addAll(result.pieces());
        }
        entries = ordered.size();
        pieces.forEach(piece -> add(piece.function(), Optional.of(piece)));
    }

    private void add(Function function, Optional<Piece> piece) {
        String method = Names.local(function.name());
        while (!methods.add(method)) {
            method += "_";
        }
        Target target = new Target(ordered.size(), function, method, descriptor(function), piece);
        ordered.add(target);
        targets.put(function.name(), target);
    }

    private static ClassDesc portOf(Function function) {
        return function.place() == Place.HOST ? HOST : RANK;
    }

    private static Carrier results(Function function) {
        List<Type> types = function.returns();
        return Carrier.ofResults(types);
    }

    private static MethodTypeDesc descriptor(Function function) {
        List<ClassDesc> params = new ArrayList<>();
        params.add(portOf(function));
        function.params().forEach(p -> params.add(Carrier.of(p.var().type()).desc()));
        Carrier result = results(function);
        ClassDesc returned = result.equals(Carrier.NOTHING) ? ConstantDescs.CD_void : result.desc();
        return MethodTypeDesc.of(returned, params);
    }

    ClassDesc self() {
        return self;
    }

    /** Whether the variable tables are written. */
    boolean hasNames() {
        return hasNames;
    }

    Constants constants() {
        return constants;
    }

    /** Whether a statement of a device is to be told when it is reached. */
    boolean isTold(Span span) {
        return !span.isNone() && told.contains(span.line());
    }

    /** The functions of the program, by index, and after them the pieces of large ones. */
    List<Target> targets() {
        return ordered;
    }

    /** The functions of the program, by index. */
    List<Target> entries() {
        return ordered.subList(0, entries);
    }

    Target target(String function) {
        Target target = targets.get(function);
        if (target == null) {
            throw new IllegalStateException("no function " + function);
        }
        return target;
    }

    /** The number of a new call site. */
    int site(Span span, String op, String function) {
        sites.add(new CallSite(sites.size(), span, op, function));
        return sites.size() - 1;
    }

    int mark(String method, Span span) {
        marks.add(new Mark(method, span));
        return marks.size() - 1;
    }

    List<CallSite> sites() {
        return List.copyOf(sites);
    }

    List<Mark> marks() {
        return List.copyOf(marks);
    }

    Position position() {
        return new Position(sites.size(), marks.size());
    }

    /**
     * Forgets what was added since; the class file library writes a method twice if its jumps are
     * long.
     */
    void reset(Position position) {
        sites.subList(position.sites(), sites.size()).clear();
        marks.subList(position.marks(), marks.size()).clear();
    }
}

package org.crosstile.kernels;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.memory.Fault;
import org.crosstile.model.Program;
import org.crosstile.source.Span;

/** A program as executable code. Immutable; its functions may run on any number of threads. */
public final class CompiledProgram {
    private final Program program;
    private final List<CompiledFunction> functions = new ArrayList<>();
    private final Map<String, CompiledFunction> byName = new HashMap<>();
    private final List<CallSite> sites;
    private final Locator locator;
    private final byte[] classFile;
    private final List<String> methods;

    CompiledProgram(
            Program program, MethodHandles.Lookup lookup, Bridge bridge, Unit unit, byte[] bytes) {
        this.program = program;
        this.classFile = bytes;
        this.sites = unit.sites();
        this.methods = unit.targets().stream().map(Unit.Target::method).toList();
        this.locator = new Locator(lookup.lookupClass().getName(), bytes, unit.marks());
        for (Unit.Target target : unit.entries()) {
            CompiledFunction function =
                    new CompiledFunction(
                            program.functions().get(target.index()), target, lookup, bridge);
            functions.add(function);
            byName.put(function.name(), function);
        }
    }

    /** The lowered program. */
    public Program program() {
        return program;
    }

    /** All functions, by index; the same order as in {@link #program}. */
    public List<CompiledFunction> functions() {
        return List.copyOf(functions);
    }

    /** The function with an index below the number of functions. */
    public CompiledFunction function(int index) {
        return functions.get(index);
    }

    public Optional<CompiledFunction> function(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** The call sites whose numbers are passed at run time, by number. */
    public List<CallSite> sites() {
        return sites;
    }

    /**
     * The DSL text of the innermost call that {@code thrown} came out of; {@link Span#NONE} if it
     * does not come from this program. Exact for a {@code Fault}; for other exceptions the first
     * call on the line, and only in a JVM that shows hidden frames.
     */
    public Span locate(Throwable thrown) {
        List<Span> trail = trail(thrown);
        return trail.isEmpty() ? Span.NONE : trail.getFirst();
    }

    /** As {@link #locate}, with the calls that led there: innermost first. */
    public List<Span> trail(Throwable thrown) {
        return locator.trail(thrown);
    }

    /** The DSL text of code that was on the stack, with the calls that led there. */
    public List<Span> trail(List<Fault.Frame> frames) {
        return locator.trail(frames);
    }

    /**
     * Bytes of bytecode by method: the functions, and the pieces (with a {@code $} in their names)
     * that were cut from large ones because HotSpot never compiles a method of more than 8,000
     * bytes.
     */
    public Map<String, Integer> methodSizes() {
        return locator.methodSizes(methods);
    }

    /** The class file that was defined. */
    byte[] classFile() {
        return classFile.clone();
    }
}

package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Reads the functions of one program. A function is read early where a call needs to know what it
 * returns and it does not say so.
 */
final class ProgramReader implements Signatures {
    private final boolean bare;
    private final Catalogued operators;
    private final Problems problems;
    private final Map<String, FunctionReader> readers = new LinkedHashMap<>();
    private final Map<String, Jit> candidates = new LinkedHashMap<>();
    private final Map<String, Function> functions = new HashMap<>();
    private final Map<String, Span> allocations = new HashMap<>();
    private final Map<String, Closures> closures = new HashMap<>();
    private final Set<String> called = new HashSet<>();
    private final Set<String> unread = new HashSet<>();
    private final Set<String> inProgress = new HashSet<>();

    private ProgramReader(boolean bare, Catalogued operators, Problems problems) {
        this.bare = bare;
        this.operators = operators;
        this.problems = problems;
    }

    /** The program of a decorated class. */
    static Program ofClass(
            Tree.ClassDef tree, Closures outer, Catalogued operators, Problems problems) {
        ProgramReader reader = new ProgramReader(false, operators, problems);
        Closures closures = new Closures(outer);
        List<Tree> members = Statements.of(tree.line().body, problems);
        if (tree.line().body.isEmpty()) {
            Problem.error(SyntaxRules.INDENTATION, tree.span(), "no block follows").to(problems);
        }
        for (Tree member : members) {
            reader.member(member, closures);
        }
        List<Function> all = new ArrayList<>();
        reader.readers.keySet().forEach(name -> all.add(reader.read(name)));
        return reader.program(tree.name(), all, tree.nameSpan());
    }

    private void member(Tree member, Closures closures) {
        switch (member) {
            case Tree.Def def -> {
                unread.add(def.name());
                FunctionHeader.ofMethod(def, new Evaluator(closures), problems)
                        .ifPresent(header -> add(def, header, closures));
            }
            case Tree.Assign a
                    when a.targets().size() == 1
                            && a.targets().getFirst() instanceof Node.Name name ->
                    closures.set(name.id(), new Evaluator(closures).eval(a.value()));
            case Tree.Pass p -> {}
            case Tree.Unread u -> u.names().forEach(name -> unread.add(name.id()));
            case Tree.Plain p when p.value() instanceof Node.Text -> {}
            default ->
                    Problem.error(
                                    SyntaxRules.METHOD,
                                    member.span(),
                                    "this is neither a function nor a constant")
                            .to(problems);
        }
    }

    private void add(Tree.Def def, FunctionHeader header, Closures closures) {
        FunctionReader first = readers.get(def.name());
        if (first != null) {
            Problem.error(SyntaxRules.DUPLICATE, def.nameSpan(), "`" + def.name() + "` again")
                    .see(first.signature().place(), "declared here")
                    .to(problems);
            return;
        }
        readers.put(
                def.name(),
                new FunctionReader(def, header, closures, this, operators, allocations, problems));
    }

    /** A free function with its decorator. */
    record Jit(Tree.Def def, FunctionHeader header) {}

    /** The program that a host function forms with the functions that it calls, directly or not. */
    static Program ofJit(
            Tree.Def root,
            List<Jit> all,
            Closures closures,
            Catalogued operators,
            Problems problems) {
        ProgramReader reader = new ProgramReader(true, operators, problems);
        for (Jit jit : all) {
            if (reader.candidates.putIfAbsent(jit.def().name(), jit) == null) {
                reader.closures.put(jit.def().name(), closures);
            }
        }
        reader.read(root.name());
        // Reading a function may reach further ones.
        for (int before = 0; before != reader.functions.size(); ) {
            before = reader.functions.size();
            List.copyOf(reader.called).forEach(reader::read);
        }
        List<Function> reached = new ArrayList<>();
        for (String name : reader.candidates.keySet()) {
            if (reader.functions.containsKey(name)) {
                reached.add(reader.read(name));
            }
        }
        return reader.program(root.name(), reached, root.nameSpan());
    }

    private Program program(String name, List<Function> all, Span span) {
        new Recursion(all, readers, problems).check();
        return new Program(name, all, span);
    }

    /**
     * The reader of a function that exists; free functions get theirs when they are first called.
     */
    private FunctionReader reader(String name) {
        FunctionReader known = readers.get(name);
        if (known == null) {
            Jit jit = Objects.requireNonNull(candidates.get(name));
            add(jit.def(), jit.header(), Objects.requireNonNull(closures.get(name)));
            known = Objects.requireNonNull(readers.get(name));
        }
        return known;
    }

    private Function read(String name) {
        Function known = functions.get(name);
        if (known != null) {
            return known;
        }
        inProgress.add(name);
        Function function = reader(name).read();
        inProgress.remove(name);
        functions.put(name, function);
        return function;
    }

    @Override
    public Optional<Signature> find(String name) {
        if (!readers.containsKey(name) && !candidates.containsKey(name)) {
            return Optional.empty();
        }
        called.add(name);
        return Optional.of(reader(name).signature());
    }

    @Override
    public List<Type> returns(String name, Span call) {
        Optional<List<Type>> declared = reader(name).declaredReturns();
        if (declared.isPresent()) {
            return declared.get();
        }
        if (inProgress.contains(name)) {
            Problem.error(
                            SyntaxRules.CALL_RECURSION,
                            call,
                            "`" + name + "` is called while it is being read")
                    .headline("`" + name + "` must not call itself")
                    .to(problems);
            throw new Rejected();
        }
        return read(name).returns();
    }

    @Override
    public Set<String> names() {
        return bare ? candidates.keySet() : readers.keySet();
    }

    @Override
    public boolean isUnread(String name) {
        return unread.contains(name);
    }

    @Override
    public boolean isBare() {
        return bare;
    }
}

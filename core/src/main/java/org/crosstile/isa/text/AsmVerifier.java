package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.isa.Arch;
import org.crosstile.isa.OperandRules;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Checks a text: names, types, operands, attributes, tiles, and everything that the instructions
 * ask of the types of their operands.
 */
public final class AsmVerifier {
    private final int ranks;
    private final Arch arch;
    private final Problems problems;
    private final Map<Asm.Op, List<Scope.Value>> operands = new IdentityHashMap<>();
    private final Map<Asm.Function, TilePlaces> places = new IdentityHashMap<>();

    private AsmVerifier(Arch arch, int ranks, Problems problems) {
        this.arch = arch;
        this.ranks = ranks;
        this.problems = problems;
    }

    /**
     * Checks a module.
     *
     * @param ranks that will run it
     */
    public static Checked verify(Asm.Module module, Arch arch, int ranks, Problems problems) {
        AsmVerifier verifier = new AsmVerifier(arch, ranks, problems);
        verifier.module(module);
        return new Checked(module, arch, verifier.operands, verifier.places);
    }

    /**
     * A module that has been checked, and what was found out about it.
     *
     * @param operands the operands of each operation
     * @param places where the tiles of each function lie
     */
    public record Checked(
            Asm.Module module,
            Arch arch,
            Map<Asm.Op, List<Scope.Value>> operands,
            Map<Asm.Function, TilePlaces> places) {}

    private void module(Asm.Module module) {
        module.target().ifPresent(this::target);
        Map<String, Span> names = new HashMap<>();
        for (Asm.Function function : module.functions()) {
            Asm.Word name = function.name();
            Span before = names.putIfAbsent(name.text(), name.span());
            if (before != null) {
                Problem.error(AsmRules.FUNCTION, name.span(), "this name is taken")
                        .see(before, "here")
                        .to(problems);
            }
            function(function);
        }
    }

    private void target(Asm.Word target) {
        Optional<Arch> named = Arch.ofTarget(target.text());
        if (named.isEmpty()) {
            Problem.error(AsmRules.TARGET, target.span(), "this is neither").to(problems);
        } else if (named.get() != arch) {
            Problem.error(
                            AsmRules.TARGET,
                            target.span(),
                            "this is "
                                    + named.get().spelling()
                                    + ", and the chip is "
                                    + arch.spelling())
                    .hint("run it on an " + named.get().spelling() + ", see --chip")
                    .to(problems);
        }
    }

    private void function(Asm.Function function) {
        Scope scope = new Scope(Optional.empty());
        for (Asm.Param param : function.params()) {
            boolean fits = param.type() instanceof Asm.Memref || isNumber(param.type());
            if (!fits) {
                Problem.error(
                                AsmRules.TYPE,
                                param.name().span(),
                                "this is " + AsmTypes.print(param.type()))
                        .headline("a parameter is a memref or a number")
                        .to(problems);
            }
            if (param.type() instanceof Asm.Memref memref) {
                OperandRules.layout(param.name().text(), memref.tensor())
                        .forEach(f ->
                                Problem.error(f.rule(), param.name().span(), "it " + f.found())
                                        .hint(f.hint())
                                        .to(problems));
            }
            define(scope, param.name(), param.type(), -1);
        }
        int before = problems.errors();
        TilePlaces placed = TilePlaces.of(function, arch, problems);
        places.put(function, placed);
        if (problems.errors() == before) {
            block(function.body(), scope, placed);
        }
    }

    private static boolean isNumber(Asm.Type type) {
        return type == Asm.Scalar.index || type == Asm.Scalar.i32;
    }

    private void block(List<Asm.Stmt> body, Scope scope, TilePlaces placed) {
        for (Asm.Stmt stmt : body) {
            if (problems.errors() >= AsmTokens.MOST_ERRORS) {
                return;
            }
            switch (stmt) {
                case Asm.Op op -> op(op, scope, placed);
                case Asm.If branch -> {
                    expect(scope, branch.condition(), Asm.Scalar.i1);
                    block(branch.then(), scope.inner(), placed);
                    block(branch.otherwise(), scope.inner(), placed);
                }
                case Asm.For loop -> {
                    expect(scope, loop.from(), Asm.Scalar.index);
                    expect(scope, loop.to(), Asm.Scalar.index);
                    expect(scope, loop.step(), Asm.Scalar.index);
                    Scope inner = scope.inner();
                    define(inner, loop.variable(), Asm.Scalar.index, -1);
                    block(loop.body(), inner, placed);
                }
            }
        }
    }

    private void define(Scope scope, Asm.Word name, Asm.Type type, int address) {
        scope.find(name.text())
                .ifPresent(before ->
                        Problem.error(AsmRules.REDEFINED, name.span(), "it is defined again")
                                .see(before.span(), "`%" + name.text() + "` is defined here")
                                .hint("choose another name")
                                .to(problems));
        scope.define(name.text(), new Scope.Value(type, name.span(), address));
    }

    private Optional<Scope.Value> find(Scope scope, Asm.Word name) {
        Optional<Scope.Value> value = scope.find(name.text());
        if (value.isEmpty() && !scope.isBroken(name.text())) {
            Problem.error(AsmRules.NAME, name.span(), "there is no `%" + name.text() + "` here")
                    .hint(Names.suggestion(name.text(), scope.names()))
                    .to(problems);
        }
        return value;
    }

    private void expect(Scope scope, Asm.Word name, Asm.Type type) {
        find(scope, name)
                .filter(value -> !value.type().equals(type))
                .ifPresent(value ->
                        Problem.error(
                                        AsmRules.TYPE,
                                        name.span(),
                                        "this is " + AsmTypes.print(value.type()))
                                .headline("this must be " + AsmTypes.print(type))
                                .to(problems));
    }

    private void op(Asm.Op op, Scope scope, TilePlaces placed) {
        List<Scope.Value> values = new ArrayList<>();
        for (Asm.Word operand : op.operands()) {
            find(scope, operand).ifPresent(values::add);
        }
        operands.put(op, values);
        for (Asm.Word event : op.after()) {
            expect(scope, event, new Asm.Event());
        }
        int before = problems.errors();
        Optional<Asm.Type> type = op.resultType().map(Asm.Typed::type);
        if (values.size() == op.operands().size()) {
            type = new OpVerifier(op, values, arch, ranks, problems).verify();
        }
        if (op.result().isEmpty()) {
            return;
        }
        Asm.Word name = op.result().get();
        if (type.isPresent()) {
            int address = op.mnemonic() == Mnemonic.ALLOC_TILE ? placed.address(op) : -1;
            define(scope, name, type.get(), address);
        } else if (problems.errors() > before || values.size() < op.operands().size()) {
            scope.defineBroken(name.text());
        } else {
            Problem.error(AsmRules.OPERANDS, name.span(), op.mnemonic().text() + " has no result")
                    .to(problems);
        }
    }
}

package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Expr;
import org.crosstile.model.Primitive;
import org.crosstile.model.Program;
import org.crosstile.model.Run;
import org.crosstile.model.Walk;
import org.junit.jupiter.api.Test;

/**
 * The methods that primitives name exist; the calls are those of the rule tables that break no
 * rule.
 */
class RunMethodsTest {
    private final List<String> wrong = new ArrayList<>();
    private final Set<String> seen = new HashSet<>();

    @Test
    void every_primitive_call_of_the_tables_names_a_public_static_method() {
        for (RuleTable table : RuleTable.all(RuleTable.DIRECTORY)) {
            table.problems(List.of(), (program, problems) -> walk(program));
        }
        assertThat(wrong).isEmpty();
        assertThat(seen).hasSizeGreaterThan(70);
    }

    private void walk(Program program) {
        program.functions().stream()
                .filter(f -> !f.isSubWorker())
                .forEach(f -> Walk.calls(f.body(), this::check));
    }

    private void check(Expr.Call call) {
        if (!(call.op() instanceof Primitive primitive)) {
            return;
        }
        Run run = primitive.run(call);
        String method =
                run.owner().displayName()
                        + "."
                        + run.method()
                        + run.descriptor().displayDescriptor();
        if (seen.add(call.op() + " " + method)) {
            try {
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                ClassDesc owner = run.owner();
                MethodType type =
                        (MethodType) run.descriptor().resolveConstantDesc(MethodHandles.lookup());
                lookup.findStatic(
                        (Class<?>) owner.resolveConstantDesc(MethodHandles.lookup()),
                        run.method(),
                        type);
            } catch (ReflectiveOperationException e) {
                wrong.add(call.op() + ": " + method + ": " + e);
            }
        }
    }
}

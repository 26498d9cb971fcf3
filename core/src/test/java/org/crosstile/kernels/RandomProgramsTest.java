package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.memory.Fault;
import org.crosstile.model.Block;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Random programs, compiled, against the same programs evaluated statement by statement. */
@Timeout(120)
class RandomProgramsTest {
    private static final int PROGRAMS = 100;
    private static final int CALLS = 6;

    /** What a call gives: its results or the rule that it breaks, and what it logged before. */
    private record Outcome(Object result, List<Object> log) {}

    @Test
    void assigned_variables() {
        long base = System.nanoTime();
        for (int i = 0; i < PROGRAMS; i++) {
            long seed = base + i;
            RandomPrograms random = new RandomPrograms(seed);
            List<Var> params = RandomPrograms.params();
            List<Stmt> body = new ArrayList<>(random.mutable(params, 12, 4, false).statements());
            body.add(RandomPrograms.returns(params));
            compare(seed, random, params, new Block(body));
        }
    }

    @Test
    void values_in_ssa_form() {
        long base = System.nanoTime();
        for (int i = 0; i < PROGRAMS; i++) {
            ssa(base + i, 12);
        }
    }

    @Test
    void large_functions_are_cut_into_pieces() {
        long base = System.nanoTime();
        for (int i = 0; i < 2; i++) {
            CompiledProgram program = ssa(base + i, 300);
            assertThat(program.methodSizes().size()).as("seed %d", base + i).isGreaterThan(4);
            assertThat(program.methodSizes().values())
                    .as("seed %d: %s", base + i, program.methodSizes())
                    .allMatch(bytes -> bytes < 8000);
        }
    }

    private static CompiledProgram ssa(long seed, int statements) {
        RandomPrograms random = new RandomPrograms(seed);
        List<Var> params = RandomPrograms.params();
        Builder body = new Builder(Span.NONE, new Builder.NameSource());
        List<Expr> scope = new ArrayList<>(params);
        random.ssa(body, scope, statements, 3);
        List<Expr> last = new ArrayList<>();
        for (Var p : params) {
            last.add(random.expr(Scalars.dtype(p), scope, 3));
        }
        body.add(RandomPrograms.returns(last));
        return compare(seed, random, params, body.block());
    }

    private static CompiledProgram compare(
            long seed, RandomPrograms random, List<Var> params, Block body) {
        Written written = new Written("");
        written.kernel("f", params, RandomPrograms.types(), body.statements().toArray(Stmt[]::new));
        CompiledProgram program = written.compile();
        for (int i = 0; i < CALLS; i++) {
            List<Object> args = random.args();
            Outcome expected = evaluated(program, args);
            assertThat(compiled(program, args))
                    .as("seed %d, arguments %s", seed, args)
                    .isEqualTo(expected);
        }
        return program;
    }

    private static Outcome evaluated(CompiledProgram program, List<Object> args) {
        Evaluator evaluator = new Evaluator();
        try {
            List<Object> results = evaluator.run(program.function(0).function(), args);
            return new Outcome(results, evaluator.log());
        } catch (Oracle.ByZero e) {
            return new Outcome(KernelRules.DIVISION_BY_ZERO.id(), evaluator.log());
        }
    }

    private static Outcome compiled(CompiledProgram program, List<Object> args) {
        FakeRank rank = new FakeRank(0);
        try {
            Object[] results = (Object[]) program.function(0).invoke(rank, args.toArray());
            List<Object> wide = new ArrayList<>();
            for (Object result : results) {
                wide.add(result instanceof Integer i ? (Object) (long) i : result);
            }
            return new Outcome(wide, rank.log());
        } catch (Fault fault) {
            return new Outcome(fault.rule(), rank.log());
        }
    }
}

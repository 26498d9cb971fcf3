package org.crosstile.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.crosstile.check.Checker;
import org.crosstile.diagnose.DeadlockReport;
import org.crosstile.diagnose.MismatchReport;
import org.crosstile.diagnose.RunFaults;
import org.crosstile.diagnose.TimeLimitReport;
import org.crosstile.diagnose.TraceRules;
import org.crosstile.dsl.DslRules;
import org.crosstile.isa.IsaRules;
import org.crosstile.isa.text.AsmRules;
import org.crosstile.kernels.KernelRules;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Binding;
import org.crosstile.model.Op;
import org.crosstile.operators.Catalogue;
import org.crosstile.operators.HostRules;
import org.crosstile.ranks.RankRules;
import org.crosstile.ranks.tasks.TaskRules;
import org.crosstile.source.Rule;
import org.crosstile.syntax.SyntaxRules;

/** Every rule that a program can break, by its id. */
public final class RuleBook {
    private final SortedMap<String, Rule> rules = new TreeMap<>();
    private final SortedMap<String, Op> slotRules = new TreeMap<>();

    private RuleBook() {}

    /** The rules of this toolchain. */
    public static RuleBook standard() {
        RuleBook book = new RuleBook();
        book.add(SyntaxRules.all());
        book.add(Binding.rules());
        for (Op op : Catalogue.standard().all()) {
            op.slotRules().forEach(rule -> book.slotRules.put(rule.id(), op));
            book.add(op.slotRules());
        }
        Catalogue.standard().all().forEach(op -> book.add(op.rules()));
        book.add(Checker.rules());
        book.add(Pipeline.rules());
        book.add(HostRules.all());
        book.add(HostRules.ofRanks());
        book.add(KernelRules.all());
        book.add(RankRules.all());
        book.add(TaskRules.all());
        book.add(IsaRules.all());
        book.add(AsmRules.all());
        book.add(
                List.of(
                        RecordFiles.FILE,
                        RecordFiles.DAMAGED,
                        Executable.ONE_RANK,
                        Executable.MEMORY,
                        SlowLines.LINE,
                        Explorer.OUTPUTS,
                        Settings.UNKNOWN,
                        Settings.NUMBER,
                        RowWarnings.CLAMPED,
                        TaskWarnings.NEGATIVE));
        book.add(Entries.RULES);
        book.add(List.of(Bindings.UNKNOWN));
        book.add(DslRules.rules());
        book.add(HostArguments.RULES);
        book.add(List.of(DeadlockReport.RULE, MismatchReport.RULE, TimeLimitReport.RULE));
        book.add(RunFaults.rules());
        book.add(TraceRules.rules());
        return book;
    }

    private void add(List<Rule> more) {
        more.forEach(rule -> rules.putIfAbsent(rule.id(), rule));
    }

    public Optional<Rule> find(String id) {
        return Optional.ofNullable(rules.get(id));
    }

    /** The operator from whose signature a rule follows. */
    public Optional<Op> signatureOf(String id) {
        return Optional.ofNullable(slotRules.get(id));
    }

    /** All rules, by id. */
    public List<Rule> all() {
        return new ArrayList<>(rules.values());
    }
}

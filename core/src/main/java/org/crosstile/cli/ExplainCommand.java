package org.crosstile.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.crosstile.engine.RuleBook;
import org.crosstile.model.Op;
import org.crosstile.source.Names;
import org.crosstile.source.Rule;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains a rule or an operator. */
@Command(
        name = "explain",
        description = "Explains a rule (or an operator); without a NAME, lists the rules.",
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "NAME",
            description = "a rule id, as errors show it in brackets")
    private String name = "";

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.text;

    @Override
    public Integer call() {
        Output out = new Output(spec);
        RuleBook book = RuleBook.standard();
        if (name.isEmpty()) {
            list(out, book.all());
            return Exit.OK;
        }
        Optional<Rule> rule = book.find(name);
        List<Op> ops = OpsCommand.named(name);
        if (rule.isPresent()) {
            show(out, rule.get(), book.signatureOf(name));
        } else if (!ops.isEmpty()) {
            ops.forEach(op -> OpsCommand.page(op).forEach(out::result));
        } else {
            TreeSet<String> known = new TreeSet<>(OpsCommand.names());
            book.all().forEach(r -> known.add(r.id()));
            throw new UsageException(
                    "there is no rule or operator `"
                            + name
                            + "`"
                            + Names.closest(name, known)
                                    .map(c -> ": did you mean `" + c + "`?")
                                    .orElse(""));
        }
        return Exit.OK;
    }

    private void list(Output out, List<Rule> rules) {
        if (format == Format.json) {
            out.json(Map.of("rules", rules.stream().map(ExplainCommand::tree).toList()));
            return;
        }
        for (Rule rule : rules) {
            out.result(
                    rule.id() + " ".repeat(Math.max(1, 40 - rule.id().length())) + rule.headline());
        }
    }

    private void show(Output out, Rule rule, Optional<Op> operator) {
        if (format == Format.json) {
            out.json(tree(rule));
            return;
        }
        out.result(rule.id() + " (" + rule.verdict().word() + ")");
        out.result("");
        out.result("    " + rule.headline() + ".");
        rule.page()
                .ifPresent(page -> {
                    out.result("");
                    out.result("    " + page.why());
                    code(out, "Instead of", page.bad());
                    code(out, "write", page.good());
                });
        if (rule.isAllowable()) {
            out.result("");
            out.result("    --allow " + rule.id() + " makes it a warning.");
        }
        operator.ifPresent(op -> {
            out.result("");
            out.result("This follows from the signature:");
            out.result("");
            OpsCommand.page(op).forEach(line -> out.result(line.isEmpty() ? "" : "    " + line));
        });
    }

    private static void code(Output out, String title, String lines) {
        out.result("");
        out.result(title);
        out.result("");
        lines.lines().forEach(line -> out.result("    " + line));
    }

    private static Map<String, Object> tree(Rule rule) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("id", rule.id());
        tree.put("verdict", rule.verdict().word());
        tree.put("headline", rule.headline());
        rule.page()
                .ifPresent(page -> {
                    tree.put("why", page.why());
                    tree.put("bad", page.bad());
                    tree.put("good", page.good());
                });
        return tree;
    }
}

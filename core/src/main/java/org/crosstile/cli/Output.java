package org.crosstile.cli;

import java.io.Console;
import java.util.List;
import java.util.Map;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Where a command prints: results to stdout, everything else to stderr. */
record Output(CommandSpec spec) {
    void result(String line) {
        spec.commandLine().getOut().println(line);
    }

    /** A tree as JSON on stdout. */
    void json(Map<String, Object> tree) {
        JsonMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        result(mapper.writeValueAsString(tree));
    }

    void message(String line) {
        spec.commandLine().getErr().println(line);
    }

    /** Problems as text on stderr; colour if a person looks at it. */
    void problems(List<Problem> problems) {
        if (!problems.isEmpty()) {
            Console console = System.console();
            boolean colour =
                    console != null && console.isTerminal() && System.getenv("NO_COLOR") == null;
            ProblemText text = colour ? ProblemText.coloured() : ProblemText.plain();
            spec.commandLine().getErr().print(text.render(problems));
            spec.commandLine().getErr().flush();
        }
    }
}

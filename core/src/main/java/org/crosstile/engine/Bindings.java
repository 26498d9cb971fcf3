package org.crosstile.engine;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Which functions in Java stand for which sub-workers. */
final class Bindings {
    static final Rule UNKNOWN =
            Rule.of(
                    "sub-worker-unknown",
                    "a function in Java is bound to a sub-worker of the program");

    private Bindings() {}

    /** Checks that every bound name is that of a sub-worker. */
    static void check(Program program, Set<String> bound, Problems problems) {
        List<String> names =
                program.functions().stream()
                        .filter(Function::isSubWorker)
                        .map(Function::name)
                        .toList();
        for (String name : new TreeSet<>(bound)) {
            if (!names.contains(name)) {
                Problem.error(
                                UNKNOWN,
                                program.find(name).map(Function::span).orElse(program.span()),
                                names.isEmpty()
                                        ? "there is none"
                                        : "the sub-workers are " + String.join(", ", names))
                        .headline("`" + name + "` must be a sub-worker of the program")
                        .hint(
                                Names.closest(name, names)
                                        .map(near -> "did you mean `" + near + "`?")
                                        .orElse(""))
                        .to(problems);
            }
        }
    }
}

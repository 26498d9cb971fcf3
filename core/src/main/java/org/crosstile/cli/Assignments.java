package org.crosstile.cli;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Options of the form {@code NAME=VALUE}, of which the last of two would silently win. */
final class Assignments {
    private Assignments() {}

    /**
     * Checks what was given.
     *
     * @throws UsageException if a name is given twice, or none
     */
    static void check(CommandSpec spec, String... options) {
        for (String option : options) {
            Set<String> names = new HashSet<>();
            Optional<OptionSpec> given =
                    Optional.ofNullable(spec.commandLine().getParseResult().matchedOption(option));
            for (String text :
                    given.map(OptionSpec::originalStringValues).stream()
                            .flatMap(values -> values.stream())
                            .toList()) {
                String name = text.substring(0, Math.max(0, text.indexOf('=')));
                if (name.isEmpty()) {
                    throw new UsageException(option + " " + text + ": a name is missing before =");
                }
                if (!names.add(name)) {
                    throw new UsageException(option + " " + name + " is given twice");
                }
            }
        }
    }
}

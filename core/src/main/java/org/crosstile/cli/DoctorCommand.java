package org.crosstile.cli;

import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Says what this machine offers and whether that is enough. */
@Command(
        name = "doctor",
        description = "Shows what the environment offers: JVM, cores, memory, and what is missing.",
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private static final int NEEDED_JAVA = 25;

    @Spec private CommandSpec spec;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.text;

    @Override
    public Integer call() {
        Output out = new Output(spec);
        Map<String, Object> facts = facts();
        boolean fit = Runtime.version().feature() >= NEEDED_JAVA;
        if (format == Format.json) {
            facts.put("fit", fit);
            out.json(facts);
        } else {
            facts.forEach((key, value) ->
                    out.result(key + " ".repeat(Math.max(1, 18 - key.length())) + value));
            out.result(
                    fit ? "everything needed is here" : "needs Java " + NEEDED_JAVA + " or newer");
        }
        return fit ? Exit.OK : Exit.ENVIRONMENT;
    }

    private static Map<String, Object> facts() {
        Runtime runtime = Runtime.getRuntime();
        List<String> flags = ManagementFactory.getRuntimeMXBean().getInputArguments();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("crosstile", Main.commandLine().getCommandSpec().version()[0]);
        facts.put("java", Runtime.version().toString());
        facts.put("java home", System.getProperty("java.home", ""));
        facts.put(
                "system",
                System.getProperty("os.name", "") + " " + System.getProperty("os.arch", ""));
        facts.put("cores", runtime.availableProcessors());
        facts.put("heap limit", runtime.maxMemory() / (1 << 20) + " MiB");
        facts.put("worlds", String.join(", ", WorldOptions.WORLDS));
        facts.put("tile-level texts", "on a simulated clock, as A2/A3 or A5 cores");
        facts.put("not there yet", "processes, shmem: ranks outside of this JVM");
        facts.put(
                "AOT cache",
                flags.stream().anyMatch(f -> f.startsWith("-XX:AOTCache="))
                        ? "in use"
                        : "not used");
        facts.put(
                "DSL frames",
                flags.contains("-XX:+ShowHiddenFrames")
                        ? "in stack traces"
                        : "hidden: start through ./crosstile");
        return facts;
    }
}

package org.crosstile.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the process starts and ends. */
@Command(
        name = "crosstile",
        mixinStandardHelpOptions = true,
        version = "crosstile 0.1.0",
        description = "Checks, lowers and runs cross-rank tile programs.",
        footer = {
            "",
            "For a start: crosstile run programs/examples/allreduce.py --ranks 4",
            "             crosstile COMMAND --help says what a command can do",
            "",
            "Exit codes: 0 fine, 1 problems in the program or a failed run, 2 bad usage,",
            "3 the environment cannot do it, 70 a defect of crosstile, 130 interrupted."
        },
        subcommands = {
            RunCommand.class,
            ExploreCommand.class,
            CheckCommand.class,
            LowerCommand.class,
            TraceCommand.class,
            ExplainCommand.class,
            OpsCommand.class,
            DoctorCommand.class
        })
public final class Main implements Runnable {
    /** Stands where a verdict would, in JSON. */
    private static final String DEFECT = "DEFECT";

    @Spec private CommandSpec spec;

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        CommandLine commands = commandLine();
        System.exit(printed(commands, commands.execute(args)));
    }

    /** The exit code: what could not be printed is no success. */
    static int printed(CommandLine commands, int code) {
        boolean lost = commands.getOut().checkError() || System.out.checkError();
        if (!lost || code != Exit.OK) {
            return code;
        }
        commands.getErr().println("error: stdout is closed or full: the result was not printed");
        commands.getErr().flush();
        return Exit.ENVIRONMENT;
    }

    /** The commands, with our exit codes and error texts. */
    static CommandLine commandLine() {
        return new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Main::badUsage)
                .setExecutionStrategy(Main::run)
                .setExecutionExceptionHandler(Main::failed);
    }

    /** Runs a command; that the stack or the memory is too small for it is a defect, too. */
    private static int run(CommandLine.ParseResult parsed) {
        try {
            EachCount several = new EachCount(Main::commandLine, parsed);
            return several.isAsked()
                    ? severally(several, parsed)
                    : new CommandLine.RunLast().execute(parsed);
        } catch (VirtualMachineError e) {
            CommandLine command = parsed.commandSpec().commandLine();
            throw new CommandLine.ExecutionException(command, e.toString(), e);
        }
    }

    private static int severally(EachCount several, CommandLine.ParseResult parsed) {
        try {
            return several.run();
        } catch (RuntimeException e) {
            CommandLine command = parsed.commandSpec().commandLine();
            throw new CommandLine.ExecutionException(command, e.toString(), e);
        }
    }

    /** Without a command there is nothing to do but to say what the commands are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private static int badUsage(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        PrintWriter err = command.getErr();
        err.println("error: " + e.getMessage());
        if (!CommandLine.UnmatchedArgumentException.printSuggestions(e, err)) {
            err.println("usage: " + usageLine(command));
        }
        err.println("       " + command.getCommandSpec().qualifiedName() + " --help says more");
        return Exit.USAGE;
    }

    private static String usageLine(CommandLine command) {
        String synopsis = command.getHelp().synopsis(0).strip();
        int end = synopsis.indexOf('\n');
        return end < 0 ? synopsis : synopsis.substring(0, end) + " ...";
    }

    private static int failed(Exception e, CommandLine command, CommandLine.ParseResult parsed) {
        PrintWriter err = command.getErr();
        if (e instanceof UsageException) {
            err.println("error: " + e.getMessage());
            return Exit.USAGE;
        }
        if (e instanceof EnvironmentException) {
            err.println("error: " + e.getMessage());
            return Exit.ENVIRONMENT;
        }
        StringWriter trace = new StringWriter();
        e.printStackTrace(new PrintWriter(trace, true));
        err.println("internal error: " + e);
        err.println(
                "This is a defect of crosstile, not of your program. Please report it with this trace:");
        err.print(trace);
        err.flush(); // the process ends before anybody else does it
        if (isJson(parsed)) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("verdict", DEFECT);
            tree.put("exit", Exit.DEFECT);
            tree.put("problems", List.of());
            tree.put("error", e.toString());
            tree.put("trace", trace.toString().lines().map(String::strip).toList());
            new Output(command.getCommandSpec()).json(tree);
        }
        return Exit.DEFECT;
    }

    /** Whether the command that was given is to print JSON. */
    private static boolean isJson(CommandLine.ParseResult parsed) {
        CommandLine.ParseResult last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last.matchedOptionValue("--format", Format.text) == Format.json;
    }
}

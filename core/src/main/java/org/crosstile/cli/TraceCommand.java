package org.crosstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.crosstile.diagnose.RecordText;
import org.crosstile.engine.RecordFiles;
import org.crosstile.record.RecordReader;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemTree;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what the ranks of a recorded run did last. */
@Command(
        name = "trace",
        description = "Shows the last operations of every rank of a run that `run --record` kept.",
        mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(arity = "1", paramLabel = "RECORD", description = "the file of the record")
    private Path file = Path.of("");

    @Option(
            names = "--last",
            paramLabel = "N",
            description = "how many operations per rank (default: ${DEFAULT-VALUE})",
            defaultValue = "20")
    private int last = 20;

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    private Format format = Format.text;

    @Override
    public Integer call() {
        if (last < 1) {
            throw new UsageException("--last must be at least 1, and not " + last);
        }
        Output out = new Output(spec);
        try {
            RecordText text = new RecordText(RecordReader.read(file), last);
            if (format == Format.json) {
                out.json(text.tree());
            } else {
                text.lines().forEach(out::result);
            }
            return Exit.OK;
        } catch (RecordReader.DamagedException e) {
            Problem problem = RecordFiles.damaged(file, String.valueOf(e.getMessage()));
            if (format == Format.json) {
                Map<String, Object> tree = new LinkedHashMap<>();
                ProblemTree.put(List.of(problem), tree);
                out.json(tree);
            } else {
                out.problems(List.of(problem));
            }
            return Exit.PROBLEMS;
        } catch (IOException e) {
            throw new UsageException(
                    Files.isDirectory(file)
                            ? file + " is a directory, and not a record"
                            : Files.exists(file)
                                    ? file + " cannot be read"
                                    : "there is no file " + file);
        }
    }
}

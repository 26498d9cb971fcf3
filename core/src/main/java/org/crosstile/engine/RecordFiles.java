package org.crosstile.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.kernels.CallSite;
import org.crosstile.kernels.CompiledProgram;
import org.crosstile.record.RecordedSite;
import org.crosstile.record.Recording;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/** Files that keep the last events of runs. */
public final class RecordFiles {
    static final Rule FILE =
            Rule.of("record-path", "the record of a run must be a file that can be written");

    static final Rule DAMAGED =
            Rule.of("record-damaged", "a record must be complete, as `run --record` writes it");

    private static final int MAX_TEXT = 200;

    private RecordFiles() {}

    /** The recording of a run of a program; empty, with a problem, if the file cannot be made. */
    static Optional<Recording> open(Path file, CompiledProgram program, Problems problems) {
        List<RecordedSite> sites = new ArrayList<>();
        for (CallSite site : program.sites()) {
            sites.add(recorded(site));
        }
        try {
            return Optional.of(Recording.create(file, program.program().name(), sites));
        } catch (IOException e) {
            Problem.error(FILE, program.program().span(), "this run is to be recorded")
                    .headline("`" + file + "` must be a file that can be written")
                    .hint("name a file in a directory that exists")
                    .to(problems);
            return Optional.empty();
        }
    }

    /** Writes how the run ended, and leaves the file alone. */
    static void finish(Recording recording, Verdict verdict) {
        try (recording) {
            recording.end(verdict.word());
        }
    }

    /**
     * The problem of a file that is no record, or not all of one.
     *
     * @param found what is wrong with it
     */
    public static Problem damaged(Path file, String found) {
        Span span = Span.of(new SourceText(file.toString(), ""), 0, 0);
        return Problem.error(DAMAGED, span, found)
                .headline("`" + file + "` must be a complete record")
                .hint("record the run again with `crosstile run ... --record FILE`")
                .build();
    }

    private static RecordedSite recorded(CallSite site) {
        Span span = site.span();
        String text = span.text().lines().findFirst().orElse("").strip();
        return new RecordedSite(
                span.source().name(),
                span.isNone() ? 0 : span.line(),
                site.op(),
                span.via(),
                text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT));
    }
}

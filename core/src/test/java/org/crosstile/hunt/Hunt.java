package org.crosstile.hunt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.crosstile.source.SourceText;

/** Mutants of the programs of this project, each tried in a thread of its own under a limit. */
final class Hunt {
    private static final Path PROGRAMS =
            Path.of(System.getProperty("crosstile.root", ".."), "programs");
    private static final List<String> FOLDERS = List.of("examples", "checking", "races", "isa");
    private static final Pattern RANKS = Pattern.compile("(?m)^(?:#|//) ranks: (\\d+)$");
    private static final int RANKS_UNLESS_SAID = 2;
    private static final int LARGE = 6000;

    private final List<Original> originals;
    private final Mutator mutator;
    private final Duration limit;
    private final Map<String, Found> found = new TreeMap<>();
    private final Map<String, Integer> verdicts = new TreeMap<>();

    /** A program before it is changed. */
    record Original(String name, String text, int ranks) {}

    /**
     * A kind of defect.
     *
     * @param first the mutant that first showed it
     */
    record Found(int count, long seed, Original original, int ranks, String first, String detail) {}

    /**
     * @param limit how long one mutant may take; each of its two runs is limited by itself
     */
    Hunt(List<Original> originals, Duration limit) {
        this.originals = List.copyOf(originals);
        this.mutator = new Mutator(originals.stream().map(Original::text).toList());
        this.limit = limit;
    }

    /** The programs of this project that are small enough to be run often. */
    static List<Original> originals() throws IOException {
        List<Original> originals = new ArrayList<>();
        for (String folder : FOLDERS) {
            try (Stream<Path> files = Files.list(PROGRAMS.resolve(folder))) {
                for (Path file : files.sorted().toList()) {
                    String name = file.getFileName().toString();
                    if (name.endsWith(".py") || name.endsWith(".ptoasm")) {
                        String text = Files.readString(file);
                        if (text.length() < LARGE && !name.startsWith("pub7")) {
                            originals.add(new Original(name, text, ranks(text)));
                        }
                    }
                }
            }
        }
        return originals;
    }

    private static int ranks(String text) {
        Matcher matcher = RANKS.matcher(text);
        return matcher.find() ? Math.min(4, Integer.parseInt(matcher.group(1))) : RANKS_UNLESS_SAID;
    }

    /** Tries the mutant of a seed. */
    void step(long seed) throws InterruptedException {
        Original original = originals.get((int) (seed % originals.size()));
        String mutant = mutator.mutate(original.text(), seed);
        int ranks = seed % 7 == 0 ? 1 + (int) (seed / 7 % 4) : original.ranks();
        CompletableFuture<Trial.Result> result = new CompletableFuture<>();
        Thread thread =
                Thread.ofPlatform()
                        .daemon()
                        .start(() ->
                                result.complete(
                                        Trial.of(
                                                new SourceText(original.name(), mutant),
                                                ranks,
                                                seed)));
        Trial.Result tried;
        try {
            tried = result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            String place = Thrown.place(thread.getStackTrace());
            thread.interrupt();
            tried =
                    new Trial.Result(
                            "HANG", List.of(new Trial.Finding("no end" + place, limit.toString())));
        } catch (ExecutionException e) {
            throw new IllegalStateException("seed " + seed, e);
        }
        verdicts.merge(tried.verdict(), 1, Integer::sum);
        for (Trial.Finding finding : tried.findings()) {
            found.merge(
                    finding.kind(),
                    new Found(1, seed, original, ranks, mutant, finding.detail()),
                    (old, more) ->
                            new Found(
                                    old.count() + 1,
                                    old.seed(),
                                    old.original(),
                                    old.ranks(),
                                    old.first(),
                                    old.detail()));
        }
    }

    /** Kinds of defects, in the order of their names. */
    Map<String, Found> found() {
        return found;
    }

    /** How many mutants came out how. */
    Map<String, Integer> verdicts() {
        return verdicts;
    }
}

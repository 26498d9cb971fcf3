package org.crosstile.hunt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A hunt of any length: {@code java -cp ... org.crosstile.hunt.HuntMain FIRST_SEED MUTANTS FOLDER};
 * the first mutant of each kind of defect is written to the folder.
 */
final class HuntMain {
    private HuntMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        long first = Long.parseLong(args[0]);
        long count = Long.parseLong(args[1]);
        Path folder = Path.of(args[2]);
        Files.createDirectories(folder);
        Hunt hunt = new Hunt(Hunt.originals(), Duration.ofSeconds(20));
        int known = 0;
        for (long seed = first; seed < first + count; seed++) {
            hunt.step(seed);
            if (hunt.found().size() > known || (seed - first) % 1000 == 999) {
                known = hunt.found().size();
                report(hunt, seed - first + 1, folder);
            }
        }
        report(hunt, count, folder);
        System.exit(0); // mutants that never end may still run
    }

    private static void report(Hunt hunt, long tried, Path folder) throws IOException {
        StringBuilder text = new StringBuilder();
        text.append(tried).append(" mutants: ").append(hunt.verdicts()).append('\n');
        int number = 0;
        for (var entry : hunt.found().entrySet()) {
            Hunt.Found found = entry.getValue();
            String name = found.original().name();
            String file = "seed" + found.seed() + name.substring(name.lastIndexOf('.'));
            text.append(
                    "%5d  %s  [%s, %d ranks]%n"
                            .formatted(found.count(), entry.getKey(), file, found.ranks()));
            Files.writeString(folder.resolve(file), found.first());
            Files.writeString(
                    folder.resolve(file + ".txt"), entry.getKey() + "\n" + found.detail());
            number++;
        }
        text.append(number).append(" kinds\n");
        Files.writeString(folder.resolve("summary.txt"), text);
    }
}

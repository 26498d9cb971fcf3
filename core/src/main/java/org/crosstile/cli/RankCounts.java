package org.crosstile.cli;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.crosstile.ranks.Launch;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Numbers of ranks: {@code 4}, {@code 2..8} or {@code 2,4,8}.
 *
 * @param all in growing order
 */
record RankCounts(List<Integer> all) {
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})\\.\\.(\\d{1,9})");

    RankCounts {
        all = List.copyOf(all);
    }

    /** The only number. */
    int only() {
        if (all.size() > 1) {
            throw new UsageException(
                    "--ranks takes several numbers for check, run and explore only");
        }
        return all.getFirst();
    }

    /** Reads what is written on a command line. */
    static final class Converter implements ITypeConverter<RankCounts> {
        @Override
        public RankCounts convert(String value) {
            TreeSet<Integer> counts = new TreeSet<>();
            for (String part : value.split(",", -1)) {
                Matcher range = RANGE.matcher(part.strip());
                int from = number(range.matches() ? range.group(1) : part.strip());
                int to = range.matches() ? number(range.group(2)) : from;
                if (from < 1 || to > Launch.MAX_RANKS || from > to) {
                    throw new TypeConversionException(
                            "--ranks must be between 1 and "
                                    + Launch.MAX_RANKS
                                    + ", and not "
                                    + part.strip()
                                    + (from > to ? ": the smaller number comes first" : ""));
                }
                for (int n = from; n <= to; n++) {
                    counts.add(n);
                }
            }
            return new RankCounts(List.copyOf(counts));
        }

        private static int number(String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw new TypeConversionException(
                        "'" + text + "' is not an int: say 4, 2..8 or 2,4,8");
            }
        }
    }
}

package org.crosstile.hunt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes a few small changes to a program's text: lines and words are deleted, doubled, moved and
 * exchanged, numbers become edge values, names, types and operators become others, bytes are hit.
 * The same seed makes the same changes.
 */
final class Mutator {
    private static final int MOST_CHANGES = 3;
    private static final Pattern WORD =
            Pattern.compile("[A-Za-z_][A-Za-z_0-9.]*|\\d[\\w.]*|\"[^\"\\n]*\"|[-+*/%<>=!]+|\\S");
    private static final Pattern NUMBER = Pattern.compile("\\d[\\w.]*");
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z_0-9.]*");
    private static final List<String> NUMBERS =
            List.of(
                    "0",
                    "1",
                    "-1",
                    "2",
                    "3",
                    "7",
                    "8",
                    "16",
                    "17",
                    "64",
                    "255",
                    "1024",
                    "4097",
                    "65537",
                    "2147483647",
                    "-2147483648",
                    "2147483648",
                    "4294967295",
                    "9223372036854775807",
                    "-9223372036854775808",
                    "9223372036854775808",
                    "4611686018427387904",
                    "0.0",
                    "1.5",
                    "-0.0",
                    "1e308",
                    "1e400",
                    "0x40",
                    "1_000",
                    "None",
                    "True",
                    "False",
                    "\"x\"",
                    "[1, 2]",
                    "(0 // 0)",
                    "(1 % 0)",
                    "(1 - 2)");
    private static final List<String> TYPES =
            List.of(
                    "FP32", "FP16", "BF16", "INT8", "INT16", "INT32", "INT64", "UINT8", "UINT32",
                    "BOOL", "INDEX");
    private static final List<String> OPERATORS =
            List.of("+", "-", "*", "//", "%", "/", "<", "<=", ">", ">=", "==", "!=", "=", "and");
    private static final List<List<String>> CHOICES =
            List.of(
                    List.of("NotifyOp.Set", "NotifyOp.AtomicAdd"),
                    List.of("WaitCmp.Eq", "WaitCmp.Ge"),
                    List.of("ReduceOp.Sum", "ReduceOp.Max", "ReduceOp.Min", "ReduceOp.Prod"),
                    List.of("AtomicType.None", "AtomicType.Add"),
                    List.of("pl.range", "pl.parallel", "pl.unroll", "pl.spmd", "pl.while"),
                    List.of("pl.Out[", "pl.InOut[", "pl.In["),
                    List.of("pl.Tensor[", "pl.Tile[", "pl.Scalar[", "pld.DistributedTensor["),
                    List.of("if ", "while ", "for ", "elif ", "return ", "assert "),
                    List.of("\"mesh\"", "\"ring\""),
                    List.of("Orchestration", "InCore", "Orchestrator", "SubWorker", "AIC", "AIV"));

    private final List<String> others;

    /**
     * @param others texts whose lines and words are put into a mutant
     */
    Mutator(List<String> others) {
        this.others = List.copyOf(others);
    }

    /** A changed text. */
    String mutate(String text, long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        String changed = text;
        int changes = 1;
        while (changes < MOST_CHANGES && random.nextInt(4) == 0) {
            changes++;
        }
        for (int i = 0; i < changes; i++) {
            changed = change(changed, random);
        }
        return changed;
    }

    private String change(String text, RandomGenerator random) {
        int kind = random.nextInt(100);
        if (kind < 25) {
            return lines(text, random);
        }
        if (kind < 40) {
            return replaceWord(text, NUMBER, random, w -> pick(NUMBERS, random));
        }
        if (kind < 60) { // what stays a program
            return replaceWord(text, NUMBER, random, w -> "" + random.nextInt(10));
        }
        if (kind < 95) {
            return words(text, random);
        }
        return kind < 98 ? bytes(text, random) : nest(text, random);
    }

    private String lines(String text, RandomGenerator random) {
        List<String> lines = new ArrayList<>(Arrays.asList(text.split("\n", -1)));
        int at = random.nextInt(lines.size());
        int to = random.nextInt(lines.size());
        String line = lines.get(at);
        switch (random.nextInt(9)) {
            case 0, 1 -> lines.remove(at);
            case 2 -> lines.add(at, line);
            case 3 -> lines.set(at, lines.set(Math.min(at + 1, lines.size() - 1), line));
            case 4 -> lines.set(at, lines.set(to, line));
            case 5 -> lines.add(Math.min(to, lines.size() - 1), lines.remove(at));
            case 6 -> lines.set(at, "    " + line);
            case 7 -> lines.set(at, line.startsWith("    ") ? line.substring(4) : line);
            default -> {
                String[] foreign = pick(others, random).split("\n", -1);
                lines.add(at, foreign[random.nextInt(foreign.length)]);
            }
        }
        return String.join("\n", lines);
    }

    private String words(String text, RandomGenerator random) {
        return switch (random.nextInt(9)) {
            case 0 -> replaceWord(text, WORD, random, w -> "");
            case 1 -> replaceWord(text, WORD, random, w -> w + " " + w);
            case 2 ->
                    replaceWord(
                            text,
                            Pattern.compile("\\b(" + String.join("|", TYPES) + ")\\b"),
                            random,
                            w -> pick(TYPES, random));
            case 3 ->
                    replaceWord(
                            text,
                            Pattern.compile("(?<=[ (])(//|[-+*/%<>]|[<>=!]=|=)(?= )"),
                            random,
                            w -> pick(OPERATORS, random));
            case 4 -> choice(text, random);
            case 5 -> replaceWord(text, NAME, random, w -> wordOf(pick(others, random), random));
            case 6 -> dropArgument(text, random);
            case 7 -> exchange(text, random);
            default -> replaceWord(text, NAME, random, w -> wordOf(text, random));
        };
    }

    private static String choice(String text, RandomGenerator random) {
        List<String> words = pick(CHOICES, random);
        List<String> quoted = words.stream().map(Pattern::quote).toList();
        return replaceWord(
                text, Pattern.compile(String.join("|", quoted)), random, w -> pick(words, random));
    }

    private static String dropArgument(String text, RandomGenerator random) {
        return replaceWord(text, Pattern.compile(", [^,()\\[\\]]+(?=[,)\\]])"), random, w -> "");
    }

    /** An operand where another one was: what is written between commas and brackets. */
    private static String exchange(String text, RandomGenerator random) {
        Pattern operand = Pattern.compile("(?<=[(,\\[] ?)[^,()\\[\\]\\n=]+(?=[,)\\]])");
        List<String> operands = operand.matcher(text).results().map(m -> m.group()).toList();
        return operands.isEmpty()
                ? text
                : replaceWord(text, operand, random, w -> pick(operands, random));
    }

    private static String wordOf(String text, RandomGenerator random) {
        List<String> names = NAME.matcher(text).results().map(m -> m.group()).toList();
        return names.isEmpty() ? "x" : pick(names, random);
    }

    private static String bytes(String text, RandomGenerator random) {
        if (text.isEmpty()) {
            return "x";
        }
        int at = random.nextInt(text.length());
        String odd = "\0\u001b\u007f\u00e9\u4e2d\ud83d\ufeff\t\r\"'\\#()[]{}:,.=@*-$`";
        return switch (random.nextInt(4)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(at + 1);
            case 2 ->
                    text.substring(0, at)
                            + odd.charAt(random.nextInt(odd.length()))
                            + text.substring(at);
            default ->
                    text.substring(0, at)
                            + (char) (32 + random.nextInt(95))
                            + text.substring(at + 1);
        };
    }

    /** Puts something deep or long where a word was. */
    private static String nest(String text, RandomGenerator random) {
        int depth = 1 << random.nextInt(1, 13);
        return replaceWord(
                text,
                WORD,
                random,
                w ->
                        switch (random.nextInt(5)) {
                            case 0 -> "(".repeat(depth) + w + ")".repeat(depth);
                            case 1 -> w + "[0]".repeat(depth);
                            case 2 -> w + ".x".repeat(depth);
                            case 3 -> "-".repeat(depth) + w;
                            default -> w + (" + " + w).repeat(depth);
                        });
    }

    private static String replaceWord(
            String text, Pattern pattern, RandomGenerator random, WordChange change) {
        Matcher matcher = pattern.matcher(text);
        int count = 0;
        while (matcher.find()) {
            count++;
        }
        if (count == 0) {
            return text;
        }
        int chosen = random.nextInt(count);
        matcher.reset();
        for (int i = 0; i <= chosen; i++) {
            matcher.find();
        }
        return text.substring(0, matcher.start())
                + change.of(matcher.group())
                + text.substring(matcher.end());
    }

    private static <T> T pick(List<T> values, RandomGenerator random) {
        return values.get(random.nextInt(values.size()));
    }

    /** What becomes of a word. */
    private interface WordChange {
        String of(String word);
    }
}

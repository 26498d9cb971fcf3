package org.crosstile.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.Chip;
import org.crosstile.engine.Engine;
import org.crosstile.engine.RuleBook;
import org.crosstile.source.Names;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import picocli.CommandLine.Option;

/** What names a program: options that several commands share. */
final class ProgramOptions {
    private static final int MOST_BYTES = 1 << 26;

    @Option(
            names = "--program",
            paramLabel = "NAME",
            description = "which program of the file: a class, a host function or a factory",
            defaultValue = "")
    String program = "";

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description =
                    "argument of a factory, symbolic dim, or scalar parameter of the entry function")
    Map<String, String> set = new LinkedHashMap<>();

    @Option(
            names = "--ranks",
            paramLabel = "N",
            converter = RankCounts.Converter.class,
            description =
                    "number of ranks (default: ${DEFAULT-VALUE}); for check, run and explore several, tried in turn:"
                            + " 2..8 or 2,4,8",
            defaultValue = "2")
    private RankCounts counts = new RankCounts(List.of(2));

    /** The number of ranks, once the options are validated. */
    int ranks;

    @Option(
            names = "--allow",
            paramLabel = "RULE",
            description =
                    "makes warnings of a rule's errors, to see what comes of it; for rules that say so")
    List<String> allow = new ArrayList<>();

    @Option(names = "--format", description = "text or json", defaultValue = "text")
    Format format = Format.text;

    @Option(
            names = "--chip",
            paramLabel = "NAME",
            description =
                    "the chip that every rank is: 910B (48 vector cores, the default) or 950 (36); a tile-level text"
                            + " may say it itself")
    private Optional<String> chip = Optional.empty();

    void validate() {
        if (chip.isPresent() && askedChip().isEmpty()) {
            throw new UsageException("--chip must be 910B or 950, and not " + chip.get());
        }
        ranks = counts.only();
    }

    /** Whether something is asked for that tile-level texts do not have. */
    boolean namesPythonOnly() {
        return !program.isEmpty() || !allow.isEmpty();
    }

    /** The chip that is asked for; empty if none is. */
    Optional<Chip> askedChip() {
        return chip.flatMap(Chip::named);
    }

    /** The chip that is asked for, or the one by default. */
    Chip chip() {
        return askedChip().orElse(Chip.ASCEND_910B);
    }

    /** The toolchain for the chip that is asked for. */
    Engine engine() {
        return Engine.standard(chip());
    }

    /** What is not as by default, but for the number of ranks and the format. */
    void add(CommandText command) {
        if (!program.isEmpty()) {
            command.add("--program", program);
        }
        allow.forEach(rule -> command.add("--allow", rule));
        set.forEach((name, value) -> command.add("--set", name + "=" + value));
        allow.forEach(rule -> command.add("--allow", rule));
        chip.ifPresent(name -> command.add("--chip", name));
    }

    LoadOptions loadOptions() {
        return new LoadOptions(set, ranks);
    }

    /**
     * Where problems are collected, with the rules that are switched off.
     *
     * @throws UsageException if a rule of {@code --allow} does not exist or holds always
     */
    Problems problems() {
        RuleBook book = RuleBook.standard();
        List<String> known = book.all().stream().filter(Rule::isAllowable).map(Rule::id).toList();
        Problems problems = new Problems();
        for (String id : allow) {
            Optional<Rule> rule = book.find(id);
            if (rule.isEmpty() || !rule.get().isAllowable()) {
                throw new UsageException(
                        "--allow "
                                + id
                                + (rule.isEmpty()
                                        ? ": there is no such rule"
                                        : ": this rule always holds")
                                + Names.closest(id, known)
                                        .map(close -> ": did you mean `" + close + "`?")
                                        .orElse(
                                                "; those that give way: "
                                                        + String.join(", ", known)));
            }
            problems.allow(rule.get());
        }
        return problems;
    }

    /** Reads a file as text; says what is near if it is not there. */
    static SourceText read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new UsageException(
                        file + " has more than " + MOST_BYTES + " bytes, as no program has");
            }
            CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return new SourceText(file.toString(), text.toString());
        } catch (CharacterCodingException e) {
            throw new UsageException(file + " is not a text file (UTF-8)");
        } catch (IOException e) {
            throw new UsageException(reason(file));
        }
    }

    private static String reason(Path file) {
        if (Files.isDirectory(file)) {
            return file + " is a directory, and not a program";
        }
        if (Files.exists(file)) {
            return file + " cannot be read";
        }
        Path name = file.getFileName();
        String suggestion = name == null ? "" : near(file, name.toString());
        return "there is no file " + file + suggestion;
    }

    private static String near(Path file, String name) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            return "";
        }
        List<String> names = new ArrayList<>();
        try (Stream<Path> entries = Files.list(folder)) {
            entries.forEach(e -> names.add(String.valueOf(e.getFileName())));
        } catch (IOException e) {
            return "";
        }
        return Names.closest(name, names)
                .map(close -> ": did you mean " + file.resolveSibling(close) + "?")
                .orElse("");
    }
}

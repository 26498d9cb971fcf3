package org.crosstile;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the text of the main sources must look like, so that a reader always sees a whole thought.
 */
class SourceTextTest {

    private static final Path SOURCES = Path.of("src/main/java");
    private static final int FILE_LINES = 400;
    private static final int METHOD_LINES = 60;

    private static final Set<String> COMPARISONS =
            Set.of("equals", "equalsIgnoreCase", "startsWith", "endsWith", "contentEquals");
    private static final Pattern OPERATOR_NAME =
            Pattern.compile("(pl|pld|tile|tensor|system|array)\\.(\\w+(\\.\\w+)*)?");

    private static final List<CompilationUnitTree> UNITS = new ArrayList<>();
    private static SourcePositions positions;

    @BeforeAll
    static void parseAll() throws IOException {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var files = javac.getStandardFileManager(null, null, null);
        var objects = files.getJavaFileObjectsFromPaths(javaFiles());
        JavacTask task =
                (JavacTask) javac.getTask(null, files, null, List.of("-proc:none"), null, objects);
        task.parse().forEach(UNITS::add);
        positions = Trees.instance(task).getSourcePositions();
    }

    @Test
    void no_file_is_longer_than_400_lines() throws IOException {
        List<String> tooLong = new ArrayList<>();
        for (Path file : javaFiles()) {
            int lines = Files.readAllLines(file).size();
            if (lines > FILE_LINES) {
                tooLong.add(file + ": " + lines + " lines");
            }
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void no_method_is_longer_than_60_lines() {
        List<String> tooLong = new ArrayList<>();
        for (CompilationUnitTree unit : UNITS) {
            new TreeScanner<Void, Void>() {
                @Override
                public Void visitMethod(MethodTree method, Void none) {
                    long first = lineOf(unit, positions.getStartPosition(unit, method));
                    long last = lineOf(unit, positions.getEndPosition(unit, method));
                    if (last - first + 1 > METHOD_LINES) {
                        tooLong.add(
                                "%s: %s has %d lines"
                                        .formatted(
                                                place(unit, method),
                                                method.getName(),
                                                last - first + 1));
                    }
                    return super.visitMethod(method, null);
                }
            }.scan(unit, null);
        }
        assertThat(tooLong).isEmpty();
    }

    @Test
    void every_package_says_what_belongs_in_it_and_is_null_marked() throws IOException {
        List<String> silent = new ArrayList<>();
        for (Path directory : javaFiles().stream().map(Path::getParent).distinct().toList()) {
            Path info = directory.resolve("package-info.java");
            String text = Files.exists(info) ? Files.readString(info) : "";
            if (!text.startsWith("/**") || !text.contains("\n@NullMarked\npackage ")) {
                silent.add(info.toString());
            }
        }
        assertThat(silent).isEmpty();
    }

    /**
     * Who asks an operator for its name instead of its capabilities must be edited for each new
     * one.
     */
    @Test
    void only_operators_and_syntax_compare_the_names_of_operators() {
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : UNITS) {
            if (!Set.of("operators", "syntax").contains(roomOf(unit))) {
                comparedStrings(
                        unit,
                        (where, text) -> {
                            if (OPERATOR_NAME.matcher(text).matches()) {
                                found.add(place(unit, where) + ": compares with " + text);
                            }
                        });
            }
        }
        assertThat(found).isEmpty();
    }

    /**
     * Every string literal that is compared by a call such as {@code equals} or by a case label.
     */
    private static void comparedStrings(CompilationUnitTree unit, BiConsumer<Tree, String> each) {
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethodInvocation(MethodInvocationTree call, Void none) {
                if (call.getMethodSelect() instanceof MemberSelectTree select
                        && COMPARISONS.contains(select.getIdentifier().toString())) {
                    offer(select.getExpression());
                    call.getArguments().forEach(this::offer);
                }
                return super.visitMethodInvocation(call, null);
            }

            @Override
            public Void visitCase(CaseTree label, Void none) {
                label.getExpressions().forEach(this::offer);
                return super.visitCase(label, null);
            }

            private void offer(ExpressionTree e) {
                if (e instanceof LiteralTree literal && literal.getValue() instanceof String text) {
                    each.accept(literal, text);
                }
            }
        }.scan(unit, null);
    }

    private static String roomOf(CompilationUnitTree unit) {
        String below = unit.getPackageName().toString().substring("org.crosstile.".length());
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private static String place(CompilationUnitTree unit, Tree tree) {
        long line = lineOf(unit, positions.getStartPosition(unit, tree));
        return Path.of(unit.getSourceFile().toUri()).getFileName() + ":" + line;
    }

    private static long lineOf(CompilationUnitTree unit, long position) {
        LineMap lines = unit.getLineMap();
        return lines.getLineNumber(position);
    }

    private static List<Path> javaFiles() {
        try (Stream<Path> walk = Files.walk(SOURCES)) {
            return walk.filter(p -> p.toString().endsWith(".java")).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

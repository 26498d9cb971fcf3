package org.crosstile;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Which package may know which: the table of the architecture, kept true. */
class RoomsTest {

    private static final String ROOT = "org.crosstile";

    /** A package, the packages of ours it may import, and the guarded libraries it may use. */
    record Room(String name, Set<String> mayImport, Set<String> libraries) {
        Room uses(String... more) {
            return new Room(name, mayImport, Set.of(more));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Room room(String name, String... mayImport) {
        return new Room(name, Set.of(mayImport), Set.of());
    }

    private static final String ALL = "*";

    private static final String ANTLR = "org.antlr.";
    private static final String PICOCLI = "picocli.";
    private static final String JACKSON = "tools.jackson.";
    private static final String CLASSFILE = "java.lang.classfile.";
    private static final String FOREIGN = "java.lang.foreign.";
    private static final String VECTOR = "jdk.incubator.vector.";

    private static final List<String> GUARDED =
            List.of(ANTLR, PICOCLI, JACKSON, CLASSFILE, FOREIGN, VECTOR);

    /** {@code abi} (enums shared by compiler and runtime) may be imported by all. */
    private static final List<Room> ROOMS =
            List.of(
                    room("abi"),
                    room("source"),
                    room("model", "source"),
                    room("operators", "model", "memory", "source"),
                    room("syntax", "model", "operators", "source").uses(ANTLR),
                    room("dsl", "model", "operators", "source"),
                    room("check", "model", "source"),
                    room("lower", "model", "source"),
                    room("pto", "model", "source"),
                    room("isa", "diagnose", "memory", "source"),
                    room("memory").uses(FOREIGN, VECTOR),
                    room("kernels", "model", "memory", "source").uses(CLASSFILE),
                    room("ranks", "model", "memory", "kernels", "record", "source").uses(FOREIGN),
                    room("record", "memory", "source").uses(FOREIGN),
                    room("diagnose", "record", "memory", "model", "source"),
                    room(
                                    "engine",
                                    "isa",
                                    "model",
                                    "operators",
                                    "syntax",
                                    "dsl",
                                    "check",
                                    "lower",
                                    "kernels",
                                    "memory",
                                    "ranks",
                                    "record",
                                    "diagnose",
                                    "source")
                            .uses(FOREIGN),
                    room("cli", ALL).uses(PICOCLI, JACKSON));

    /** Four ways to reach a peer; none may lean on another. */
    private static final List<String> TRANSPORTS =
            List.of("ranks.simulated", "ranks.threads", "ranks.processes", "ranks.shmem");

    private static final JavaClasses OURS =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages(ROOT);

    @Test
    void every_package_is_a_row_of_the_table() {
        Set<String> found =
                OURS.stream().map(RoomsTest::roomOf).collect(Collectors.toCollection(TreeSet::new));

        assertThat(ROOMS).extracting(Room::name).containsAll(found);
    }

    @ParameterizedTest
    @FieldSource("ROOMS")
    void a_package_imports_only_what_its_row_allows(Room room) {
        classes()
                .that()
                .resideInAPackage(in(room.name()))
                .should()
                .onlyDependOnClassesThat(areAllowedIn(room))
                .allowEmptyShould(true)
                .check(OURS);
    }

    @ParameterizedTest
    @FieldSource("TRANSPORTS")
    void transports_never_see_each_other(String transport) {
        String[] others =
                TRANSPORTS.stream()
                        .filter(t -> !t.equals(transport))
                        .map(RoomsTest::in)
                        .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage(in(transport))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void syntax_knows_of_the_operators_only_their_catalogue() {
        noClasses()
                .that()
                .resideInAPackage(in("syntax"))
                .should()
                .dependOnClassesThat(
                        DescribedPredicate.describe(
                                "are operators other than the catalogue",
                                c ->
                                        inRooms(c)
                                                && roomOf(c).equals("operators")
                                                && !outermost(c).endsWith(".Catalogue")))
                .allowEmptyShould(true)
                .check(OURS);
    }

    @Test
    void only_the_command_line_talks_to_the_terminal_or_exits() {
        noClasses()
                .that()
                .resideOutsideOfPackage(in("cli"))
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(System.class, "exit", int.class)
                .allowEmptyShould(true)
                .check(OURS);
    }

    private static DescribedPredicate<JavaClass> areAllowedIn(Room room) {
        return DescribedPredicate.describe(
                "the table allows to " + room.name(), c -> isAllowed(room, c));
    }

    private static boolean isAllowed(Room room, JavaClass target) {
        if (!inRooms(target)) {
            String name = target.getBaseComponentType().getName();
            return GUARDED.stream().noneMatch(name::startsWith)
                    || room.libraries().stream().anyMatch(name::startsWith);
        }
        String other = roomOf(target);
        return other.equals(room.name())
                || other.equals("abi")
                || room.mayImport().contains(other)
                || room.mayImport().contains(ALL);
    }

    private static boolean inRooms(JavaClass c) {
        return c.getBaseComponentType().getName().startsWith(ROOT + ".");
    }

    /** The first package below the root. */
    private static String roomOf(JavaClass c) {
        String below = c.getBaseComponentType().getPackageName().substring(ROOT.length() + 1);
        int dot = below.indexOf('.');
        return dot < 0 ? below : below.substring(0, dot);
    }

    private static String outermost(JavaClass c) {
        String name = c.getBaseComponentType().getName();
        int dollar = name.indexOf('$');
        return dollar < 0 ? name : name.substring(0, dollar);
    }

    private static String in(String room) {
        return ROOT + "." + room + "..";
    }
}

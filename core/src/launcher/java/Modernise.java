import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites jars whose classes are older than Java 6, as picocli's are, for the current class file
 * version. The JVM keeps no such class in an AOT cache, which would cost 40 ms at every start.
 *
 * <p>A program of one file, run by the launcher after a build. Other jars are left as they are.
 */
public final class Modernise {

    /** The last version that is verified without stack maps. */
    private static final int OLD = 49;

    private Modernise() {}

    public static void main(String[] jars) throws IOException {
        for (String jar : jars) {
            modernise(Path.of(jar));
        }
    }

    private static void modernise(Path jar) throws IOException {
        var result = new ByteArrayOutputStream();
        boolean changed = false;
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var in = new ZipInputStream(new ByteArrayInputStream(Files.readAllBytes(jar)));
                var out = new ZipOutputStream(result)) {
            ClassFile classes =
                    ClassFile.of(
                            ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                            ClassFile.ClassHierarchyResolverOption.of(
                                    ClassHierarchyResolver.ofResourceParsing(loader)));
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                byte[] bytes = in.readAllBytes();
                if (isOldClass(entry.getName(), bytes)) {
                    bytes = renewed(classes, bytes);
                    changed = true;
                }
                out.putNextEntry(new ZipEntry(entry.getName()));
                out.write(bytes);
            }
        }
        if (changed) {
            Files.write(jar, result.toByteArray());
        }
    }

    private static boolean isOldClass(String name, byte[] bytes) {
        return name.endsWith(".class")
                && !name.endsWith("module-info.class")
                && (((bytes[6] & 0xff) << 8) | (bytes[7] & 0xff)) <= OLD;
    }

    private static byte[] renewed(ClassFile classes, byte[] bytes) {
        ClassModel old = classes.parse(bytes);
        ClassTransform version =
                (to, element) -> {
                    if (element instanceof ClassFileVersion) {
                        to.withVersion(ClassFile.JAVA_25_VERSION, 0);
                    } else {
                        to.with(element);
                    }
                };
        // Without a look at the bodies they would be copied as they are, that is without stack
        // maps.
        ClassTransform bodies = ClassTransform.transformingMethodBodies((to, e) -> to.with(e));
        return classes.transformClass(old, version.andThen(bodies));
    }
}

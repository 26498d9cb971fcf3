package org.crosstile.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Npy;
import org.crosstile.engine.RunResult;
import org.crosstile.memory.View;

/** Files of {@code --out}: what is wrong with their names is said before a run, not after it. */
final class OutputFiles {
    private OutputFiles() {}

    /**
     * Checks that files can be written.
     *
     * @throws UsageException if one cannot, or two are the same
     */
    static void check(Map<String, Path> files) {
        Map<Path, String> taken = new HashMap<>();
        files.forEach((name, path) -> {
            String where = "--out " + name + ": ";
            Path folder = path.toAbsolutePath().getParent();
            if (path.toString().isEmpty()) {
                throw new UsageException(where + "the name of a file is missing behind =");
            }
            if (Files.isDirectory(path)) {
                throw new UsageException(where + path + " is a directory");
            }
            if (folder == null || !Files.isDirectory(folder)) {
                throw new UsageException(where + "there is no directory for " + path);
            }
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(path)) {
                throw new UsageException(
                        where
                                + path
                                + " is no regular file: only such a file is replaced, and no link to nothing,"
                                + " pipe or device");
            }
            if (Files.exists(path) && !Files.isWritable(path)) {
                throw new UsageException(where + path + " is there and must not be written");
            }
            Optional.ofNullable(taken.put(real(path), name))
                    .ifPresent(other -> {
                        throw new UsageException(
                                where + path + " is the file of `" + other + "` already");
                    });
        });
    }

    private static Path real(Path path) {
        try {
            return Files.exists(path) ? path.toRealPath() : path.toAbsolutePath().normalize();
        } catch (IOException e) {
            return path.toAbsolutePath().normalize();
        }
    }

    /** Writes the outputs of a run that went well; empty if all of them were. */
    static Optional<EnvironmentException> write(RunResult result, Map<String, Path> files) {
        Map<Path, View> tensors = new LinkedHashMap<>();
        if (result.isOk()) {
            for (HostTensor output : result.outputs()) {
                Optional.ofNullable(files.get(output.name()))
                        .ifPresent(path -> tensors.put(path, output.values()));
            }
        }
        try {
            Npy.write(tensors);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    new EnvironmentException(
                            "--out: "
                                    + (files.size() == 1 ? "the file" : "the files")
                                    + " could not be written, and what was there before is as it was: "
                                    + reason(e)));
        }
    }

    private static String reason(IOException e) {
        return switch (e) {
            case NoSuchFileException gone -> "the directory of " + gone.getFile() + " is gone";
            case AccessDeniedException denied ->
                    "no permission to write beside " + denied.getFile();
            case FileSystemException at when at.getReason() != null ->
                    at.getFile() + ": " + at.getReason();
            default -> String.valueOf(e.getMessage());
        };
    }
}

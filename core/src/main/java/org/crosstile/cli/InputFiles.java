package org.crosstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.crosstile.abi.DType;
import org.crosstile.engine.Input;
import org.crosstile.engine.Npy;

/** Inputs and outputs as a command line names them. */
final class InputFiles {
    private InputFiles() {}

    /** What {@code --in NAME=SOURCE} means. */
    static Input input(String name, String source, DType dtype) {
        for (Input.Fill fill : Input.Fill.values()) {
            if (fill.name().equals(source)) {
                return new Input.Generated(fill);
            }
        }
        if (!source.endsWith(".npy")) {
            throw new UsageException(
                    "--in "
                            + name
                            + ": `"
                            + source
                            + "` is neither a .npy file nor one of randn, arange, zeros, ones");
        }
        Path path = Path.of(source);
        try {
            return new Input.Given(Npy.read(path, dtype));
        } catch (Npy.FormatException e) {
            throw new UsageException("--in " + name + ": " + path + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UsageException(
                    "--in "
                            + name
                            + ": "
                            + (Files.exists(path)
                                    ? path + " cannot be read"
                                    : "there is no file " + path));
        }
    }

    /** An output needs a directory that it can be written to. */
    static void checkFolder(String name, Path path) {
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new UsageException("--out " + name + ": there is no directory for " + path);
        }
    }
}

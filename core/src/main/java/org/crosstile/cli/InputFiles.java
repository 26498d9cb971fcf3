package org.crosstile.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.crosstile.abi.DType;
import org.crosstile.engine.Input;
import org.crosstile.engine.Npy;

/** Inputs as a command line names them. */
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
        Path path = path(name, source);
        if (!Files.exists(path)) {
            throw new UsageException("--in " + name + ": there is no file " + path);
        }
        try {
            return new Input.Given(Npy.read(path, dtype));
        } catch (Npy.FormatException e) {
            throw new UsageException("--in " + name + ": " + path + ": " + e.getMessage());
        } catch (IOException e) {
            throw new UsageException("--in " + name + ": " + path + " cannot be read");
        }
    }

    private static Path path(String name, String source) {
        try {
            return Path.of(source);
        } catch (InvalidPathException e) {
            throw new UsageException(
                    "--in " + name + ": this is no name of a file: " + e.getReason());
        }
    }
}

package org.crosstile.cli;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import picocli.CommandLine.Option;

/** The simulated clock of tile-level texts. */
final class TileOptions {
    @Option(
            names = "--timeline",
            description =
                    "for tile-level texts: shows when which pipe worked, on a simulated clock")
    boolean timeline;

    @Option(
            names = "--costs",
            paramLabel = "FILE",
            description =
                    "for tile-level texts: parameters of the simulated clock, as name=value lines, in place of"
                            + " those of costs.properties")
    private Optional<Path> costs = Optional.empty();

    boolean isGiven() {
        return timeline || costs.isPresent();
    }

    CostModel costs(Arch arch) {
        CostModel standard = CostModel.standard(arch);
        if (costs.isEmpty()) {
            return standard;
        }
        try (Reader text = Files.newBufferedReader(costs.get())) {
            return standard.overriddenBy(text);
        } catch (CostModel.FormatException e) {
            throw new UsageException("--costs " + costs.get() + ": " + e.getMessage());
        } catch (IOException | IllegalArgumentException e) {
            throw new UsageException(
                    "--costs: "
                            + (Files.exists(costs.get())
                                    ? costs.get() + " cannot be read"
                                    : "there is no file " + costs.get()));
        }
    }
}

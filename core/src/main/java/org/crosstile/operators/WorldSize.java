package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.memory.Host;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/** {@code pld.world_size()}: the number of devices, an INT64. */
public final class WorldSize extends Primitive implements Capability.CountsDevices {
    public static final WorldSize OP = new WorldSize();

    private WorldSize() {
        super("pld.system.world_size");
    }

    @Override
    public String doc() {
        return "Gives the number of devices that the program runs on.";
    }

    @Override
    public List<String> aliases() {
        return List.of("pld.world_size");
    }

    @Override
    public String rulePrefix() {
        return "world-size";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.HOST);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.INT64;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(WorldSize.class, "run", long.class, Run.env(Host.class));
    }

    public static long run(Host host) {
        return host.worldSize();
    }
}

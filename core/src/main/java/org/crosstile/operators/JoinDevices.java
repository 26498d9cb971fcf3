package org.crosstile.operators;

import java.util.Set;
import org.crosstile.memory.Host;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pld.system.join()}: the host goes on when everything it launched has finished or is
 * blocked in a wait. Written by lowering after a host loop that launches on its loop variable.
 */
public final class JoinDevices extends Primitive implements Capability.JoinsDevices {
    public static final JoinDevices OP = new JoinDevices();

    private JoinDevices() {
        super("pld.system.join");
    }

    @Override
    public String doc() {
        return "Makes the host wait until every launched task has finished or waits itself.";
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.HOST);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(JoinDevices.class, "run", void.class, Run.env(Host.class));
    }

    public static void run(Host host) {
        host.join();
    }
}

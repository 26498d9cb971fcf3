package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.memory.Fresh;
import org.crosstile.memory.FreshTensor;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Unwritten;
import org.crosstile.memory.View;
import org.crosstile.memory.Written;
import org.crosstile.record.Origin;
import org.crosstile.record.Trace;

/** What nobody has written in one run: windows, outputs, intermediate tensors, tiles. */
final class Unset {
    private final Log log;
    private final Turns turns;
    private final Trace trace;
    private final Map<Object, Integer> numbers = new HashMap<>();
    private final List<Origin> origins = new ArrayList<>();

    Unset(Log log, Turns turns, Trace trace) {
        this.log = log;
        this.turns = turns;
        this.trace = trace;
    }

    /** Says where bytes are that an agent reads. */
    private interface Finder {
        Origin at(View view, long offset, long bytes, Agent me);
    }

    /** A device's windows, of which some bytes may have been written before this run. */
    Fresh windows(int device) {
        return new Fresh(
                log.written(device),
                new Told((view, offset, bytes, me) ->
                        new Origin.Window(
                                log.number(me),
                                me.site,
                                device,
                                view.window().orElseThrow(),
                                offset,
                                bytes)));
    }

    /** A tensor that holds nothing yet: an output with a name, or made by a call. */
    View tensor(View tensor, Optional<String> name, int made) {
        Told told =
                new Told((_, offset, bytes, me) ->
                        new Origin.Tensor(
                                log.number(me),
                                me.site,
                                name,
                                made,
                                offset - tensor.offset(),
                                bytes));
        return tensor.watched(new FreshTensor(new Fresh(new Written(), told)));
    }

    /** A tile that has been made and not filled. */
    void tile(Tile tile, int site) {
        Origin origin = new Origin.Tile(log.number(turns.current()), site);
        tile.undefine(number(origin, origin), new Told((_, _, _, _) -> origin));
    }

    /** The number of an origin; what has the same key counts as the same. */
    private int number(Object key, Origin origin) {
        return numbers.computeIfAbsent(
                key,
                _ -> {
                    origins.add(origin);
                    return origins.size();
                });
    }

    /** One key for all that one call of one agent reads from one memory. */
    private record Place(int agent, int site, Object memory, int device) {}

    private final class Told implements Unwritten {
        private final Finder finder;

        Told(Finder finder) {
            this.finder = finder;
        }

        @Override
        public int read(View view, long offset, long bytes) {
            Origin origin = finder.at(view, offset, bytes, turns.current());
            Place place =
                    origin instanceof Origin.Window w
                            ? new Place(w.agent(), w.site(), w.window(), w.device())
                            : new Place(origin.agent(), origin.site(), this, 0);
            return number(place, origin);
        }

        @Override
        public void used(int origin) {
            tell(origin, false);
        }

        @Override
        public void added(int origin) {
            tell(origin, true);
        }

        private void tell(int origin, boolean adds) {
            Agent me = turns.current();
            trace.used(new Origin.Use(origins.get(origin - 1), log.number(me), me.site, adds));
        }
    }
}

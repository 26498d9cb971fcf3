package org.crosstile.ranks.simulated;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.memory.Area;

/** All writes and signals that are on their way. */
final class Flight {
    /** What arrives some time. */
    interface Parcel {
        /** Takes effect. */
        void arrive();

        /** The first event of the trace by which it was sent; -1 if there is no trace. */
        int firstEvent();

        /** Behind the last one. */
        int lastEvent();

        /** The bytes that it changes. */
        List<Area> areas();
    }

    /** Parcels from one sender to one device, which arrive in order. */
    static final class Lane implements Mover {
        final Outbox outbox;
        final long sender;
        final int device;
        final boolean carriesSignals;
        private final ArrayDeque<Parcel> parcels = new ArrayDeque<>();
        private int place = -1;

        Lane(Outbox outbox, long sender, int device, boolean carriesSignals) {
            this.outbox = outbox;
            this.sender = sender;
            this.device = device;
            this.carriesSignals = carriesSignals;
        }

        boolean isEmpty() {
            return parcels.isEmpty();
        }

        /** Whether something in it changes some of these bytes. */
        boolean touches(List<Area> bytes) {
            for (Parcel parcel : parcels) {
                for (Area area : parcel.areas()) {
                    for (Area each : bytes) {
                        if (area.intersects(each)) {
                            return true;
                        }
                    }
                }
            }
            return false;
        }

        /** The parcel that arrives next. */
        Parcel first() {
            return parcels.element();
        }

        /** The same in every run of a program. */
        Identity identity() {
            return new Identity(sender, device, carriesSignals);
        }

        record Identity(long sender, int device, boolean carriesSignals) {}
    }

    /** A lane does not grow beyond this: programs that never fence would fill the memory. */
    private static final int LANE_LIMIT = 4096;

    private final List<Lane> data = new ArrayList<>();
    private final List<Lane> signals = new ArrayList<>();

    boolean isEmpty() {
        return data.isEmpty() && signals.isEmpty();
    }

    /** The lanes with writes in them. */
    List<Lane> data() {
        return data;
    }

    /** The lanes with signals in them. */
    List<Lane> signals() {
        return signals;
    }

    void send(Lane lane, Parcel parcel) {
        if (lane.parcels.size() == LANE_LIMIT) {
            deliver(lane);
        }
        if (lane.isEmpty()) {
            List<Lane> busy = busy(lane);
            lane.place = busy.size();
            busy.add(lane);
        }
        lane.parcels.add(parcel);
        count(lane, 1);
    }

    /** The oldest parcel of a lane arrives. */
    void deliver(Lane lane) {
        Parcel parcel = lane.parcels.remove();
        count(lane, -1);
        if (lane.isEmpty()) {
            List<Lane> busy = busy(lane);
            Lane last = busy.removeLast();
            if (last != lane) {
                busy.set(lane.place, last);
                last.place = lane.place;
            }
        }
        parcel.arrive();
    }

    private static void count(Lane lane, int change) {
        if (lane.carriesSignals) {
            lane.outbox.deposits += change;
        } else {
            lane.outbox.writes += change;
        }
    }

    /** All parcels of a lane arrive. */
    void drain(Lane lane) {
        while (!lane.isEmpty()) {
            deliver(lane);
        }
    }

    private List<Lane> busy(Lane lane) {
        return lane.carriesSignals ? signals : data;
    }
}

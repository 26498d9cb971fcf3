package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What one sender has in flight: two lanes per device that it has ever sent to. */
final class Outbox {
    private final Map<Integer, Flight.Lane> data = new HashMap<>();
    private final Map<Integer, Flight.Lane> signals = new HashMap<>();
    private final List<Flight.Lane> dataLanes = new ArrayList<>();
    private final long sender;

    /** How many writes have not arrived. */
    int writes;

    /** How many signals have not arrived. */
    int deposits;

    /**
     * @param sender the agent's identity; for a device itself, a negative number
     */
    Outbox(long sender) {
        this.sender = sender;
    }

    /** The lane of writes, or of signals, to a device. */
    Flight.Lane lane(int device, boolean carriesSignals) {
        Map<Integer, Flight.Lane> lanes = carriesSignals ? signals : data;
        Flight.Lane lane = lanes.get(device);
        if (lane == null) {
            lane = new Flight.Lane(this, sender, device, carriesSignals);
            lanes.put(device, lane);
            if (!carriesSignals) {
                dataLanes.add(lane);
            }
        }
        return lane;
    }

    /** All lanes of writes. */
    List<Flight.Lane> dataLanes() {
        return dataLanes;
    }

    /** All lanes of signals, in the order of their devices. */
    List<Flight.Lane> signalLanes() {
        List<Flight.Lane> all = new ArrayList<>(signals.values());
        all.sort((a, b) -> Integer.compare(a.device, b.device));
        return all;
    }
}

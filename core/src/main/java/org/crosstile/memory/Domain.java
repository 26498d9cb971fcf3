package org.crosstile.memory;

import java.util.List;

/**
 * A comm domain: the devices that share a set of windows. A rank in the domain is an index into the
 * ascending device list.
 */
public record Domain(String name, List<Integer> devices) {
    public Domain {
        devices = List.copyOf(devices);
    }

    public int size() {
        return devices.size();
    }

    /** The rank of a device, or -1 if it is not a member. */
    public int rankOf(int device) {
        return devices.indexOf(device);
    }
}

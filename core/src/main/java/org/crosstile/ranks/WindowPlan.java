package org.crosstile.ranks;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Fault;
import org.crosstile.memory.WindowBuffer;

/**
 * Which windows a program allocates, how large they are, and which devices share each. Found by
 * running the host function without its launches.
 */
final class WindowPlan {
    /** A window before it has a place, and the call that asks for it. */
    private record Asked(long bytes, BitSet devices, int site) {}

    /**
     * More than any machine has, and little enough that what is added to a window can be counted.
     */
    private static final long MOST_BYTES = 1L << 56;

    private final int ranks;
    private long total;
    private final Map<String, Asked> asked = new LinkedHashMap<>();
    private final Map<String, DType> types = new HashMap<>();

    WindowPlan(int ranks) {
        this.ranks = ranks;
    }

    /** Notes an allocation; the same name again means the same window. */
    void allocate(String name, long bytes, int site) {
        if (bytes <= 0) {
            throw RankRules.broken(RankRules.ALLOC_BYTES, "`" + name + "` gets " + bytes, "");
        }
        Asked before = asked.get(name);
        if (before == null) {
            if (bytes >= MOST_BYTES - total) {
                throw RankRules.broken(
                        RankRules.ALLOC_TOTAL,
                        "`" + name + "` gets " + bytes + " bytes, and others have " + total,
                        "");
            }
            total += bytes;
            asked.put(name, new Asked(bytes, new BitSet(ranks), site));
        }
        if (before != null && before.bytes() != bytes) {
            throw RankRules.broken(
                    RankRules.ALLOC_TWICE,
                    "`" + name + "` gets " + bytes + " bytes and had " + before.bytes(),
                    "allocate it before the loop");
        }
    }

    /** Notes that a window is seen as elements of a type. */
    void view(String name, DType dtype) {
        types.putIfAbsent(name, dtype);
    }

    /** The type of the elements that a window is first seen as; absent if nobody looks at it. */
    Optional<DType> dtype(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /** Notes that a window is passed to a device. */
    void use(String name, int device) {
        Optional.ofNullable(asked.get(name)).ifPresent(window -> window.devices().set(device));
    }

    int ranks() {
        return ranks;
    }

    List<String> names() {
        return List.copyOf(asked.keySet());
    }

    long bytes(String name) {
        return window(name).bytes();
    }

    /** What to say if this machine does not have the memory: the largest window is to blame. */
    Fault tooLarge() {
        String largest =
                asked.keySet().stream().max(Comparator.comparingLong(this::bytes)).orElse("");
        BigInteger all = BigInteger.ZERO;
        for (Asked one : asked.values()) {
            all = all.add(BigInteger.valueOf(one.bytes()));
        }
        String needed = all.multiply(BigInteger.valueOf(ranks)) + " bytes";
        return new Fault(
                RankRules.MEMORY.id(),
                RankRules.MEMORY.headline(),
                asked.isEmpty()
                        ? "the records of " + ranks + " ranks do not"
                        : "all windows of "
                                + ranks
                                + (ranks == 1 ? " rank" : " ranks")
                                + " need "
                                + needed
                                + ", and `"
                                + largest
                                + "` is the largest",
                "use fewer ranks or smaller windows, or give the tool more memory:"
                        + " CROSSTILE_JAVA_OPTS=-Xmx8g",
                asked.isEmpty() ? -1 : window(largest).site());
    }

    private Asked window(String name) {
        return Optional.ofNullable(asked.get(name)).orElseThrow();
    }

    /**
     * The windows at their places. Windows that are passed to the same devices share a domain; one
     * that no launch takes belongs to all devices.
     *
     * @param offsets byte offset in each region, by name
     */
    Map<String, WindowBuffer> at(Map<String, Long> offsets) {
        Map<BitSet, Domain> domains = new LinkedHashMap<>();
        Map<String, WindowBuffer> buffers = new LinkedHashMap<>();
        asked.forEach((name, window) -> {
            Domain domain = domains.computeIfAbsent(members(window), this::domain);
            long offset = Optional.ofNullable(offsets.get(name)).orElseThrow();
            buffers.put(name, new WindowBuffer(name, offset, window.bytes(), domain));
        });
        return buffers;
    }

    private BitSet members(Asked window) {
        if (!window.devices().isEmpty()) {
            return window.devices();
        }
        BitSet all = new BitSet(ranks);
        all.set(0, ranks);
        return all;
    }

    private Domain domain(BitSet members) {
        List<Integer> devices = new ArrayList<>();
        for (int d = members.nextSetBit(0); d >= 0; d = members.nextSetBit(d + 1)) {
            devices.add(d);
        }
        return new Domain(devices.size() == ranks ? "all" : devices.toString(), devices);
    }
}

package org.crosstile.ranks;

import java.util.IdentityHashMap;
import java.util.Map;
import org.crosstile.memory.View;
import org.crosstile.ranks.tasks.AddressIndex;

/**
 * Which bytes of host tensors the launches since the last join use. Launches on one device run in
 * order. Of launches on two devices that use the same bytes, one of them to write, the second one
 * comes after the first, as the program says it: host tensors order launches (spec/language.md
 * section 2, the facts about host dispatch).
 */
final class HostUses {
    private static final Object OUTSIDE_OF_THE_HEAP = new Object();

    private final Map<Object, AddressIndex<Use>> memories = new IdentityHashMap<>();

    /** How a launch on a device uses some bytes. */
    private record Use(int device, boolean writes) {
        boolean conflictsWith(Use other) {
            return device != other.device && (writes || other.writes);
        }
    }

    /** Whether a launch has to wait for one on another device. */
    boolean conflicts(int function, int device, Object[] args, Code code) {
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof View view && isHost(view)) {
                Use use = new Use(device, code.writes(function, i));
                if (memory(view).meeting(from(view), to(view)).stream()
                        .anyMatch(use::conflictsWith)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Notes what a launch uses. */
    void add(int function, int device, Object[] args, Code code) {
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof View view && isHost(view)) {
                memory(view).add(from(view), to(view), new Use(device, code.writes(function, i)));
            }
        }
    }

    /** Everything launched has ended, or waits for what is launched later. */
    void clear() {
        memories.clear();
    }

    private static boolean isHost(View view) {
        return view.window().isEmpty() && view.elements() > 0;
    }

    private AddressIndex<Use> memory(View view) {
        return memories.computeIfAbsent(
                view.segment().heapBase().orElse(OUTSIDE_OF_THE_HEAP), m -> new AddressIndex<>());
    }

    private static long from(View view) {
        return view.segment().address() + view.offset();
    }

    /** Behind the last element: what lies between the elements counts, too. */
    private static long to(View view) {
        long last = from(view);
        for (int i = 0; i < view.shape().length; i++) {
            last += (view.shape()[i] - 1) * view.stride(i) * view.dtype().bytes();
        }
        return last + view.dtype().bytes();
    }
}

package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/**
 * Observes a tensor of one rank, or of the host, that holds nothing until it is written. Adding to
 * what has not been written uses it: unlike a window, such a tensor is not zeroed on a chip.
 *
 * @param of what is known of it
 */
public record FreshTensor(Fresh of) implements Watch {
    @Override
    public void reads(View view, List<Area> areas) {}

    @Override
    public void writes(View view, List<Area> areas, Write write) {
        if (write.adds()) {
            of.adds(view, areas);
        }
        write.apply();
        of.written().add(areas);
    }

    @Override
    public MemorySegment readsElement(View view, long address) {
        of.uses(view, List.of(Area.run(address, view.dtype().bytes())));
        return view.segment().asSlice(address);
    }

    @Override
    public void writesElement(View view, long address, Write write) {
        write.apply();
        of.written().add(List.of(Area.run(address, view.dtype().bytes())));
    }

    @Override
    public Optional<Fresh> fresh() {
        return Optional.of(of);
    }
}

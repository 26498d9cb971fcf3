package org.crosstile.ranks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Fill;
import org.junit.jupiter.api.Test;

/** The memory of windows: what it begins with, and that it ends. */
class WindowMemoryTest {
    private static WindowPlan plan(long bytes) {
        WindowPlan plan = new WindowPlan(2);
        plan.allocate("data", bytes, 7);
        plan.view("data", DType.FP32);
        plan.allocate("cells", 64, 7);
        plan.view("cells", DType.INT32);
        plan.allocate("counts", 64, 7);
        plan.view("counts", DType.INT32);
        return plan;
    }

    @Test
    void what_cannot_be_made_leaves_nothing_behind() {
        try (Arena arena = Arena.ofShared()) {
            Shown shown = new Shown(arena);

            assertThatThrownBy(() ->
                            new WindowMemory(
                                    plan(1L << 50),
                                    2,
                                    Filling.ZEROS,
                                    () -> shown,
                                    Deadline.of(Optional.empty())))
                    .isInstanceOfSatisfying(
                            Fault.class,
                            fault -> {
                                assertThat(fault.rule()).isEqualTo("window-memory");
                                assertThat(fault.found()).contains("`data` is the largest");
                                assertThat(fault.site()).isEqualTo(7);
                            });

            assertThat(shown.closed).isTrue();
        }
    }

    /** An arena that says whether it has been closed. */
    private static final class Shown implements Arena {
        private final Arena arena;
        private boolean closed;

        Shown(Arena arena) {
            this.arena = arena;
        }

        @Override
        public MemorySegment allocate(long bytes, long alignment) {
            return arena.allocate(bytes, alignment);
        }

        @Override
        public MemorySegment.Scope scope() {
            return arena.scope();
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void data_is_filled_and_cells_are_zero() {
        Filling nan = new Filling(Fill.nan, Set.of("cells"));
        WindowMemory memory = WindowMemory.create(plan(64), 2, nan, Deadline.of(Optional.empty()));
        for (int round = 0; round < 2; round++) {
            for (MemorySegment region : memory.regions()) {
                assertThat(region.get(ValueLayout.JAVA_FLOAT, memory.offsets().get("data") + 4))
                        .isNaN();
                assertThat(region.get(ValueLayout.JAVA_INT, memory.offsets().get("cells")))
                        .isZero();
                assertThat(region.get(ValueLayout.JAVA_INT, memory.offsets().get("counts")))
                        .isEqualTo(Integer.MAX_VALUE);
                region.set(ValueLayout.JAVA_INT, memory.offsets().get("cells"), 3);
                region.set(ValueLayout.JAVA_FLOAT, memory.offsets().get("data") + 4, 3);
            }
            memory.clear(nan);
        }
        assertThat(memory.violations()).isEmpty();
        memory.close();
    }
}

package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionTest {
    private static final Region.Layout LAYOUT =
            Region.Layout.of(
                    List.of(
                            new Region.Window("data", 260),
                            new Region.Window("signal", 16),
                            new Region.Window("big", 10_000)),
                    5000);

    @Test
    void windows_lie_apart_and_on_lines_of_their_own() {
        long end = 0;
        for (Region.Slot slot : LAYOUT.slots()) {
            assertThat(slot.offset() % Region.LINE).isZero();
            assertThat(slot.bytes() % 32).isZero();
            assertThat(slot.offset() - end).isGreaterThanOrEqualTo(2L * Region.GUARD);
            end = slot.end();
        }
        assertThat(LAYOUT.slots().getFirst().bytes()).isEqualTo(288);
        assertThat(LAYOUT.recordOffset() % 4096).isZero();
        assertThat(LAYOUT.recordOffset()).isGreaterThanOrEqualTo(end + Region.GUARD);
        assertThat(LAYOUT.bytes()).isEqualTo(LAYOUT.recordOffset() + 5120 - 5120 % 128);
        assertThat(LAYOUT.offsets()).containsOnlyKeys("data", "signal", "big");
    }

    @Test
    void windows_are_zero_and_guards_are_whole() {
        try (Arena arena = Arena.ofConfined()) {
            Region region = Region.create(LAYOUT, arena);
            for (Region.Slot slot : LAYOUT.slots()) {
                MemorySegment window = region.segment().asSlice(slot.offset(), slot.bytes());
                assertThat(window.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
                MemorySegment before = region.segment().asSlice(slot.offset() - 64, 64);
                MemorySegment after = region.segment().asSlice(slot.end(), 64);
                assertThat(before.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xA5);
                assertThat(after.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xA5);
                window.fill((byte) 1);
            }
            region.control(7).fill((byte) 2);
            region.records().fill((byte) 3);
            assertThat(region.guardViolations()).isEmpty();
        }
    }

    @Test
    void clearing_zeroes_the_windows_and_nothing_else() {
        try (Arena arena = Arena.ofConfined()) {
            Region region = Region.create(LAYOUT, arena);
            byte[] made = region.segment().toArray(ValueLayout.JAVA_BYTE);
            for (Region.Slot slot : LAYOUT.slots()) {
                region.segment().asSlice(slot.offset(), slot.bytes()).fill((byte) 7);
            }
            region.clear();
            assertThat(region.segment().toArray(ValueLayout.JAVA_BYTE)).isEqualTo(made);
        }
    }

    @Test
    void who_writes_beside_a_window_is_found() {
        try (Arena arena = Arena.ofConfined()) {
            Region region = Region.create(LAYOUT, arena);
            Region.Slot signal = LAYOUT.slots().get(1);
            region.segment().set(ValueLayout.JAVA_BYTE, signal.end() + 3, (byte) 0);
            region.segment().set(ValueLayout.JAVA_BYTE, signal.offset() - 1, (byte) 0);

            assertThat(region.guardViolations())
                    .containsExactly(
                            new Region.Violation("signal", -1), new Region.Violation("signal", 3));
            assertThat(region.guardViolations().getFirst()).hasToString("1 bytes before `signal`");
        }
    }

    @Test
    void a_program_without_windows_has_a_region() {
        try (Arena arena = Arena.ofConfined()) {
            Region region = Region.create(Region.Layout.of(List.of(), 0), arena);
            assertThat(region.guardViolations()).isEmpty();
            assertThat(region.records().byteSize()).isZero();
        }
    }

    @Test
    void only_a_region_of_the_same_layout_can_be_attached() {
        try (Arena arena = Arena.ofConfined()) {
            Region made = Region.create(LAYOUT, arena);
            Region attached = Region.attach(LAYOUT, made.segment());
            assertThat(attached.segment()).isEqualTo(made.segment());
            Region.Layout other = Region.Layout.of(List.of(new Region.Window("data", 16)), 0);
            assertThatThrownBy(() -> Region.attach(other, made.segment()))
                    .isInstanceOf(IllegalArgumentException.class);
            MemorySegment empty = arena.allocate(LAYOUT.bytes(), 8);
            assertThatThrownBy(() -> Region.attach(LAYOUT, empty))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }
}

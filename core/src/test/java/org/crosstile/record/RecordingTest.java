package org.crosstile.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.crosstile.abi.NotifyOp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
    @TempDir private Path folder;

    private Path record() throws IOException {
        Path file = folder.resolve("run.rec");
        RecordedSite site = new RecordedSite("a.py", 7, "pld.system.notify", "", "notify(sig, …)");
        try (Recording recording = Recording.create(file, "demo", List.of(site))) {
            recording.begin(List.of(new RecordedWindow("sig_buf", 1280, 64)), 2);
            EventRing ring = new EventRing(recording.ring(1), 0);
            for (int i = 0; i < 300; i++) {
                ring.notified(0, 0, 1280 + 4, NotifyOp.AtomicAdd, 1, i);
            }
            EventRing other = new EventRing(recording.ring(1), 3);
            other.enters(0, 12);
            recording.end("DEADLOCK");
        }
        return file;
    }

    @Test
    void what_ranks_wrote_is_read_again() throws Exception {
        Recorded read = RecordReader.read(record());

        assertThat(read.program()).isEqualTo("demo");
        assertThat(read.ending()).isEqualTo("DEADLOCK");
        assertThat(read.sites())
                .containsExactly(
                        new RecordedSite("a.py", 7, "pld.system.notify", "", "notify(sig, …)"));
        assertThat(read.window(1284)).contains(new RecordedWindow("sig_buf", 1280, 64));
        assertThat(read.window(1344)).isEmpty();
        assertThat(read.ranks().get(0).kept()).isEmpty();
        assertThat(read.ranks().get(1).count()).isEqualTo(301);
        assertThat(read.ranks().get(1).kept()).hasSize(EventRing.CAPACITY);
        assertThat(read.ranks().get(1).kept().getLast())
                .isEqualTo(new EventRing.Kept(300, 3, new Event.Enter(0, 12)));
        assertThat(read.ranks().get(1).kept().getFirst())
                .isEqualTo(
                        new EventRing.Kept(
                                45, 0, new Event.Notify(0, 0, 1284, NotifyOp.AtomicAdd, 1, 45)));
    }

    @Test
    void a_file_that_ends_too_early_is_damaged_wherever_it_ends() throws Exception {
        byte[] all = Files.readAllBytes(record());
        Path file = folder.resolve("cut.rec");
        for (int length = 0; length < all.length; length += 61) {
            Files.write(file, java.util.Arrays.copyOf(all, length));
            assertThatThrownBy(() -> RecordReader.read(file))
                    .isInstanceOf(RecordReader.DamagedException.class);
        }
    }

    @Test
    void bytes_that_are_changed_never_do_more_than_change_what_is_read() throws Exception {
        byte[] all = Files.readAllBytes(record());
        Random random = new Random(7);
        int damaged = 0;
        for (int i = 0; i < 400; i++) {
            byte[] changed = all.clone();
            for (int k = 0; k < 4; k++) {
                int at = random.nextInt(i % 2 == 0 ? 256 : all.length);
                changed[at] = (byte) random.nextInt();
            }
            Path file = folder.resolve("changed.rec");
            Files.write(file, changed);
            try {
                RecordReader.read(file);
            } catch (RecordReader.DamagedException e) {
                damaged++;
            }
        }
        assertThat(damaged).isPositive();
    }

    @Test
    void what_is_half_written_is_left_out() {
        java.lang.foreign.MemorySegment memory =
                java.lang.foreign.MemorySegment.ofArray(new long[EventRing.BYTES / 8]);
        EventRing ring = new EventRing(memory, 0);
        ring.taskStarts(1);
        ring.taskEnds(2);
        memory.set(java.lang.foreign.ValueLayout.JAVA_LONG, 128 + 32, 0L);

        assertThat(ring.count()).isEqualTo(2);
        assertThat(ring.events()).containsExactly(new Event.TaskStart(1));
    }
}

package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiConsumer;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.SignalCell;

/**
 * Notifies that have not happened, by the cells that they would change: asking for one wait after
 * the other takes no time for each pair of ranks.
 *
 * @param <T> what is kept with a notify
 */
final class NoticeIndex<T> {
    /** What is known of a place: the peer, and each index. */
    private record Form(boolean peer, List<Boolean> index) {}

    /** A place as far as it is known: what is not is absent. */
    private record Place(OptionalLong peer, List<OptionalLong> index) {}

    private record Entry<T>(Notice notice, T what) {}

    private final Map<Form, Map<Place, List<Entry<T>>>> byForm = new LinkedHashMap<>();

    void add(Notice notice, T what) {
        List<Boolean> known = notice.index().stream().map(OptionalLong::isPresent).toList();
        byForm.computeIfAbsent(new Form(notice.peer().isPresent(), known), f -> new HashMap<>())
                .computeIfAbsent(new Place(notice.peer(), notice.index()), p -> new ArrayList<>())
                .add(new Entry<>(notice, what));
    }

    /**
     * Tells of the notifies that may satisfy a wait, in the order in which they were added as far
     * as they know the same of their places.
     *
     * @param most how many ranks with the same knowledge are enough
     */
    void visit(BlockedWait wait, int most, BiConsumer<Notice, T> visitor) {
        byForm.forEach((form, places) -> {
            Set<Integer> ranks = new LinkedHashSet<>();
            for (Entry<T> entry : places.getOrDefault(place(form, wait.cell()), List.of())) {
                if (ranks.size() < most && entry.notice().mayHelp(wait)) {
                    ranks.add(entry.notice().rank());
                    visitor.accept(entry.notice(), entry.what());
                }
            }
        });
    }

    private static Place place(Form form, SignalCell cell) {
        List<OptionalLong> index = new ArrayList<>();
        for (int i = 0; i < form.index().size(); i++) {
            boolean known = form.index().get(i) && i < cell.index().size();
            index.add(known ? OptionalLong.of(cell.index().get(i)) : OptionalLong.empty());
        }
        return new Place(form.peer() ? OptionalLong.of(cell.rank()) : OptionalLong.empty(), index);
    }
}

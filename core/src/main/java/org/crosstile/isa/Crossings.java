package org.crosstile.isa;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.memory.Cells;
import org.crosstile.memory.View;

/**
 * What ranks do to each other in a run: accesses to global memory, deposits and waits, in the order
 * of the run. When it is over, {@link Guarantee} tells which of them are ordered whatever the order
 * of the run was.
 *
 * <p>An instruction that slides makes thousands of accesses, and a loop the same ones again and
 * again. Neighbouring ones of an instruction become one, and the same ones are kept once as long as
 * their rank neither deposits nor waits: nobody can tell them apart.
 */
final class Crossings {
    /** Beyond this what there is is checked and forgotten: no run may use up all memory. */
    private static final int MOST_STEPS = 1 << 20;

    /** Where a cell is. */
    record Place(Object space, long address) {}

    /**
     * A cell that is notified or waited for.
     *
     * @param initial what it held before
     */
    record SignalCell(Place place, int initial) {}

    /** What an agent does; agents are the scalar units and the communication units of all ranks. */
    sealed interface Step {
        int agent();
    }

    /** An access of a pipe that an agent drives. */
    record Touch(int agent, GmAccess access) implements Step {}

    /**
     * A change of a cell.
     *
     * @param position of the step among the deposits and waits of the agent, from 1
     * @param known how far the scalar unit knew each pipe of its rank then
     */
    record Deposit(int agent, int position, SignalCell cell, int value, boolean sets, int[] known)
            implements Step {}

    /** A wait that has ended, or a test that was satisfied. */
    record Wait(int agent, int position, List<SignalCell> cells, int value, WaitCmp cmp)
            implements Step {
        Wait {
            cells = List.copyOf(cells);
        }
    }

    /** An agent learns what another one of its rank knows. */
    record Join(int agent, int from) implements Step {}

    private final int ranks;
    private final List<Optional<Step>> steps = new ArrayList<>();
    private final Map<Place, SignalCell> cells = new LinkedHashMap<>();
    private final int[] positions;

    /** Boxes of the running instruction that may grow, and where the same accesses stand. */
    private final List<List<GmAccess>> growing = new ArrayList<>();

    private final List<Map<List<Object>, Integer>> again = new ArrayList<>();

    Crossings(int ranks) {
        this.ranks = ranks;
        this.positions = new int[2 * ranks];
        for (int a = 0; a < positions.length; a++) {
            again.add(new HashMap<>());
        }
    }

    /** The agent of a rank's scalar unit, or of its CCU. */
    private int agent(int rank, Pipe pipe) {
        return pipe == Pipe.CCU ? ranks + rank : rank;
    }

    void touch(GmAccess access) {
        for (List<GmAccess> boxes : growing) {
            if (boxes.getFirst().isLike(access)) {
                grow(boxes, access);
                return;
            }
        }
        if (!growing.isEmpty()
                && growing.getFirst().getFirst().instruction() != access.instruction()) {
            settle();
        }
        growing.add(new ArrayList<>(List.of(access)));
    }

    /** Rows grow column by column, and boxes row by row. */
    private static void grow(List<GmAccess> boxes, GmAccess access) {
        GmAccess last = access;
        while (!boxes.isEmpty()) {
            GmAccess before = boxes.getLast();
            boolean covered = last.patch().covers(before.patch());
            if (!covered && before.patch().continuedBy(last.patch()) < 0) {
                break;
            }
            boxes.removeLast();
            Patch box = covered ? last.patch() : before.patch().with(last.patch());
            last = last.with(box, Math.max(last.position(), before.position()));
        }
        boxes.add(last);
    }

    /** Notes the accesses of an instruction that has ended. */
    private void settle() {
        List<GmAccess> inOrder = new ArrayList<>();
        growing.forEach(inOrder::addAll);
        inOrder.sort(Comparator.comparingInt(GmAccess::position));
        for (GmAccess access : inOrder) {
            int agent = agent(access.rank(), access.pipe());
            Integer earlier = again.get(agent).put(access.key(), steps.size());
            if (earlier != null) {
                steps.set(earlier, Optional.empty());
            }
            steps.add(Optional.of(new Touch(agent, access)));
        }
        growing.clear();
    }

    private void add(Step step) {
        settle();
        again.get(step.agent()).clear();
        steps.add(Optional.of(step));
        if (steps.size() > MOST_STEPS) {
            race().ifPresent(race -> {
                throw race;
            });
            steps.clear();
            cells.clear();
            again.forEach(Map::clear);
        }
    }

    /** Notes a change that is about to be made. */
    void deposit(int rank, Instruction.Tnotify notify, int[] known) {
        View view = notify.signal().cells().view();
        boolean sets = notify.op() == NotifyOp.Set;
        deposit(rank, cell(view, view.offset()), notify.value(), sets, known);
    }

    private void deposit(int rank, SignalCell cell, int value, boolean sets, int[] known) {
        add(new Deposit(rank, ++positions[rank], cell, value, sets, known.clone()));
    }

    /** Notes that a rank goes on because all cells of a signal are as it wants them. */
    void await(int rank, SignalCells signal, int value, WaitCmp cmp) {
        View view = signal.cells().view();
        List<SignalCell> awaited = new ArrayList<>();
        for (long offset : Deposits.offsets(signal)) {
            awaited.add(cell(view, offset));
        }
        add(new Wait(rank, ++positions[rank], awaited, value, cmp));
    }

    /** Notes that a rank has come to a gate, which is any object of its own. */
    void ring(int rank, Object gate, int[] known) {
        deposit(rank, gate(gate), 1, false, known);
    }

    /** Notes that the CCU of a rank begins, as all ranks have come to a gate. */
    void open(int root, Object gate) {
        int agent = agent(root, Pipe.CCU);
        add(new Wait(agent, ++positions[agent], List.of(gate(gate)), ranks, WaitCmp.GE));
    }

    /** Notes that a rank has waited for its CCU. */
    void drained(int rank) {
        int ccu = agent(rank, Pipe.CCU);
        if (positions[ccu] > 0) {
            add(new Join(rank, ccu));
        }
    }

    private SignalCell gate(Object gate) {
        return cells.computeIfAbsent(new Place(gate, 0), place -> new SignalCell(place, 0));
    }

    private SignalCell cell(View view, long offset) {
        Place place = new Place(view.space(), view.location() + offset - view.offset());
        return cells.computeIfAbsent(
                place, p -> new SignalCell(p, Cells.read(view.segment(), offset)));
    }

    /** How many steps are kept. */
    int size() {
        settle();
        return (int) steps.stream().filter(Optional::isPresent).count();
    }

    /** The first two accesses of different ranks that nothing orders; empty if there are none. */
    Optional<Race> race() {
        settle();
        List<Step> all = steps.stream().flatMap(Optional::stream).toList();
        return new Guarantee(ranks, all, List.copyOf(cells.values())).race();
    }
}

package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.crosstile.abi.NotifyOp;
import org.crosstile.record.Trace;

/**
 * The account of every signal cell: what was given, what was taken, and up to what value it has
 * been waited for since. What is left and has not been waited for is a leak.
 */
final class CreditBalance {
    /**
     * A cell at the end.
     *
     * @param value what it holds
     * @param awaited what has been waited for, since something was taken last
     * @param gifts the notifies that raised it, since it was set last
     */
    record Left(CellLog cell, long value, long awaited, List<Integer> gifts) {}

    private static final class Account {
        private long value;
        private long awaited;
        private boolean unknown;
        private final List<Integer> gifts = new ArrayList<>();
    }

    private final Trace trace;
    private final Ordering order;
    private final Map<CellLog, Account> accounts = new HashMap<>();

    CreditBalance(Trace trace, Ordering order) {
        this.trace = trace;
        this.order = order;
    }

    /** The cells that are left with credit that nobody waited for. */
    List<Left> left() {
        int epoch = 0;
        for (int e = 0; e < trace.size(); e++) {
            switch (trace.kind(e)) {
                case RUN -> epoch += trace.value(e) == 0 ? 1 : 0;
                case NOTIFY -> notify(e, account(order.cell(e)));
                case WAIT -> {
                    Account account = account(order.cell(e));
                    account.awaited = Math.max(account.awaited, trace.value(e));
                }
                case WRITE, WRITE_ELEMENT -> {
                    boolean known = trace.kind(e) == Trace.Kind.WRITE_ELEMENT;
                    for (Ordering.Deposit d : order.stores(e)) {
                        Account account = account(d.cell());
                        set(account, e, known ? (int) trace.result(e) : 0);
                        account.unknown = !known;
                    }
                }
                case READ, READ_ELEMENT -> {
                    for (CellLog cell : order.touched(e, epoch)) {
                        Account account = account(cell);
                        account.awaited = Math.max(account.awaited, account.value);
                    }
                }
                default -> {}
            }
        }
        List<Left> left = new ArrayList<>();
        for (CellLog cell : order.cells()) {
            Account account = account(cell);
            boolean leaks = account.value > account.awaited || account.value < 0;
            if (leaks && !account.unknown) {
                left.add(new Left(cell, account.value, account.awaited, account.gifts));
            }
        }
        return left;
    }

    private Account account(CellLog cell) {
        return accounts.computeIfAbsent(cell, c -> new Account());
    }

    private void notify(int e, Account account) {
        long value = trace.value(e);
        if (trace.notifyOp(e) == NotifyOp.Set) {
            set(account, e, value);
            return;
        }
        account.value += value;
        if (value > 0) {
            account.gifts.add(e);
        } else if (value < 0) {
            account.awaited = 0;
        }
    }

    private static void set(Account account, int e, long value) {
        account.value = value;
        account.awaited = 0;
        account.gifts.clear();
        account.unknown = false;
        if (value > 0) {
            account.gifts.add(e);
        }
    }

    /** The ranks whose notifies are left. */
    List<Integer> givers(Left left) {
        TreeSet<Integer> ranks = new TreeSet<>();
        left.gifts.forEach(e -> ranks.add(trace.agents().get(trace.agent(e)).device()));
        return List.copyOf(ranks);
    }
}

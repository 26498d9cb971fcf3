package org.crosstile.diagnose;

import org.crosstile.abi.NotifyOp;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;

/** What depends on who comes first in a signal cell, as problems. */
final class ChanceText {
    private final Trace trace;
    private final TraceNames names;

    ChanceText(Trace trace, TraceNames names) {
        this.trace = trace;
        this.names = names;
    }

    Problem overtaken(CellChances.Chance chance) {
        int wait = chance.event();
        String waiter = names.agent(wait);
        String sender = names.agent(chance.deposit());
        String exact = waiter + "'s wait for " + cell(chance) + " == " + trace.value(wait);
        return Problem.error(
                        TraceRules.OVERTAKEN,
                        names.span(wait),
                        waiter + " waits here until the cell is exactly " + trace.value(wait))
                .headline(
                        exact
                                + " may be overtaken by "
                                + sender
                                + ", which "
                                + deposit(chance.deposit())
                                + ", in no guaranteed order")
                .see(
                        names.span(chance.deposit()),
                        sender + " " + deposit(chance.deposit()) + " here")
                .note(
                        "if that arrives before "
                                + waiter
                                + " looks, the cell "
                                + values(chance)
                                + ", and the wait may never end")
                .hint(
                        "wait with cmp=pld.WaitCmp.Ge, or let "
                                + sender
                                + " wait first for an answer of "
                                + waiter)
                .build();
    }

    Problem read(CellChances.Chance chance) {
        int read = chance.event();
        String reader = names.agent(read);
        String sender = names.agent(chance.deposit());
        return Problem.error(
                        TraceRules.READ,
                        names.span(read),
                        reader + " reads the cell here: it " + values(chance))
                .headline(
                        RaceKind.EARLY.words()
                                + ": "
                                + reader
                                + " reads "
                                + cell(chance)
                                + " and "
                                + sender
                                + " "
                                + deposit(chance.deposit())
                                + ", in no guaranteed order")
                .see(
                        names.span(chance.deposit()),
                        sender + " " + deposit(chance.deposit()) + " here")
                .note("what is read depends on who comes first")
                .hint(
                        "wait for the notify before the read; if a poll is meant, run with --allow "
                                + TraceRules.READ.id())
                .build();
    }

    private String cell(CellChances.Chance chance) {
        return names.cell(chance.cell().device, chance.cell().offset);
    }

    private static String values(CellChances.Chance chance) {
        if (chance.low() == chance.high()) {
            return "holds " + chance.low();
        }
        return "may hold "
                + chance.low()
                + (chance.high() == chance.low() + 1 ? " or " : " to ")
                + chance.high();
    }

    private String deposit(int event) {
        if (trace.kind(event) != Trace.Kind.NOTIFY) {
            return trace.kind(event) == Trace.Kind.ADD ? "adds to it" : "writes it";
        }
        return trace.notifyOp(event) == NotifyOp.Set
                ? "sets it to " + trace.value(event)
                : "adds " + trace.value(event) + " to it";
    }
}

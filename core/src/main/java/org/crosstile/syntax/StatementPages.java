package org.crosstile.syntax;

import static java.util.Map.entry;

import java.util.Map;
import org.crosstile.source.Rule.Page;

/** What `explain` says about the rules for statements and loops. */
final class StatementPages {
    static final Map<String, Page> ALL =
            Map.ofEntries(
                    entry(
                            "syntax",
                            new Page(
                                    "A line that does not parse has no meaning. Every such line is "
                                            + "reported, each for its first mistake.",
                                    "body",
                                    "a = pl.cast(n pl.INT32)",
                                    "a = pl.cast(n, pl.INT32)")),
                    entry(
                            "indentation",
                            new Page(
                                    "Indentation is what tells which lines belong to a block.",
                                    "body",
                                    """
                                    if n == 1:
                                    a = n\
                                    """,
                                    """
                                    if n == 1:
                                        a = n\
                                    """)),
                    entry(
                            "nesting",
                            new Page(
                                    "Tools that read a program must end; what people write does not come "
                                            + "near the limit.",
                                    "body",
                                    "a = n" + " + n".repeat(801),
                                    """
                                    b = n + n
                                    a = b + b\
                                    """)),
                    entry(
                            "number",
                            new Page(
                                    "Integers are at most 64 bits wide, typed ones as wide as their type.",
                                    "body",
                                    "a = pl.const(300, pl.INT8)",
                                    "a = pl.const(300, pl.INT32)")),
                    entry(
                            "unsupported-statement",
                            new Page(
                                    "A body is compiled, not run by Python: it has assignments, calls, if, "
                                            + "for, while, with, return, break, continue and pass.",
                                    "body",
                                    "assert n > 0",
                                    """
                                    if n > 0:
                                        a = n\
                                    """)),
                    entry(
                            "unsupported-expression",
                            new Page(
                                    "Expressions are arithmetic on scalars, comparisons, subscripts and "
                                            + "calls of operators and functions.",
                                    "body",
                                    "a = 1 if n == 0 else 2",
                                    """
                                    a = 2
                                    if n == 0:
                                        a = 1\
                                    """)),
                    entry(
                            "loop-name-ended",
                            new Page(
                                    "A loop that runs zero times would leave the name without a value.",
                                    "body",
                                    """
                                    for i in pl.range(n):
                                        pass
                                    a = i\
                                    """,
                                    """
                                    last = 0
                                    for i in pl.range(n):
                                        last = i
                                    a = last\
                                    """)),
                    entry(
                            "reassign-type",
                            new Page(
                                    "Values that pass through branches and loops need one type.",
                                    "body",
                                    """
                                    a = n
                                    a = f\
                                    """,
                                    """
                                    a = n
                                    b = f\
                                    """)),
                    entry(
                            "assign-target",
                            new Page(
                                    "Names and slices of tensors can be assigned; single elements are "
                                            + "written by pl.write, tiles by pl.store.",
                                    "body",
                                    "y[0, 0] = f",
                                    "pl.write(y, [0, 0], f)")),
                    entry(
                            "unpack",
                            new Page(
                                    "Each name on the left takes one value from the right.",
                                    "body",
                                    "a, b = 1, 2, 3",
                                    "a, b = 1, 2")),
                    entry(
                            "loop-iterable",
                            new Page(
                                    "The kind of a loop says how it is compiled, so it is written out.",
                                    "body",
                                    """
                                    for i in range(4):
                                        pass\
                                    """,
                                    """
                                    for i in pl.range(4):
                                        pass\
                                    """)),
                    entry(
                            "loop-operands",
                            new Page(
                                    "Loops take stop, or start and stop, or start, stop and step, all integers.",
                                    "body",
                                    """
                                    for i in pl.range(4, steps=2):
                                        pass\
                                    """,
                                    """
                                    for i in pl.range(0, 4, 2):
                                        pass\
                                    """)),
                    entry(
                            "loop-target",
                            new Page(
                                    "A loop has one index, and one tuple of names for carried values.",
                                    "body",
                                    """
                                    for i, j, k in pl.range(4, init_values=(n,)):
                                        pass\
                                    """,
                                    """
                                    for i, (j,) in pl.range(4, init_values=(n,)):
                                        pass\
                                    """)),
                    entry(
                            "loop-extra-operand",
                            new Page(
                                    "The operand would have no effect.",
                                    "body",
                                    """
                                    for i in pl.range(0, 8, 2, 7):
                                        pass\
                                    """,
                                    """
                                    for i in pl.range(0, 8, 2):
                                        pass\
                                    """)),
                    entry(
                            "loop-step",
                            new Page(
                                    "Such a loop would never end.",
                                    "body",
                                    """
                                    for i in pl.range(0, 8, 0):
                                        pass\
                                    """,
                                    """
                                    for i in pl.range(0, 8, 1):
                                        pass\
                                    """)),
                    entry(
                            "unroll-constant",
                            new Page(
                                    "The body is repeated when the program is compiled.",
                                    "body",
                                    """
                                    for i in pl.unroll(n):
                                        pass\
                                    """,
                                    """
                                    for i in pl.range(n):
                                        pass\
                                    """)),
                    entry(
                            "loop-carried",
                            new Page(
                                    "The value that one iteration leaves is the value that the next one finds.",
                                    "body",
                                    """
                                    for i, (a,) in pl.range(4, init_values=(n,)):
                                        b = pl.yield_(f)\
                                    """,
                                    """
                                    for i, (a,) in pl.range(4, init_values=(n,)):
                                        b = pl.yield_(a + i)\
                                    """)),
                    entry(
                            "yield-place",
                            new Page(
                                    "The values of a block are known when it ends.",
                                    "body",
                                    """
                                    for i in pl.range(4):
                                        b = pl.yield_(n)\
                                    """,
                                    """
                                    for i, (a,) in pl.range(4, init_values=(n,)):
                                        b = pl.yield_(a)\
                                    """)),
                    entry(
                            "yield-count",
                            new Page(
                                    "Each carried name, and each name that branches give a value to, takes "
                                            + "one value.",
                                    "body",
                                    """
                                    if n == 1:
                                        a = pl.yield_(n)
                                    else:
                                        b = pl.yield_(n)\
                                    """,
                                    """
                                    if n == 1:
                                        a = pl.yield_(n)
                                    else:
                                        a = pl.yield_(n + 1)\
                                    """)),
                    entry(
                            "outside-loop",
                            new Page(
                                    "There is nothing to leave.",
                                    "body",
                                    """
                                    if n == 1:
                                        break\
                                    """,
                                    """
                                    for i in pl.range(n):
                                        if i == 1:
                                            break\
                                    """)),
                    entry(
                            "condition",
                            new Page(
                                    "A branch or loop is decided by one value.",
                                    "body",
                                    """
                                    if x:
                                        pass\
                                    """,
                                    """
                                    if n == 1:
                                        pass\
                                    """)),
                    entry(
                            "scope",
                            new Page(
                                    "Scopes say on which part of the machine statements run.",
                                    "body",
                                    """
                                    with pl.claster():
                                        pass\
                                    """,
                                    """
                                    with pl.cluster():
                                        pass\
                                    """)),
                    entry(
                            "return-count",
                            new Page(
                                    "Callers unpack what a function returns.",
                                    "body",
                                    """
                                    if n == 1:
                                        return x
                                    return x, y\
                                    """,
                                    """
                                    if n == 1:
                                        return y, x
                                    return x, y\
                                    """)));

    private StatementPages() {}
}

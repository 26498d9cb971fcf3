package org.crosstile.syntax;

import java.util.Map;
import java.util.TreeMap;
import org.crosstile.source.Rule;

/** What `explain` says about the rules for statements and loops. */
final class StatementPages {
    private StatementPages() {}

    static Map<String, Rule.Page> all() {
        Map<String, Rule.Page> pages = new TreeMap<>();
        part1(pages);
        part2(pages);
        part3(pages);
        return pages;
    }

    private static void part1(Map<String, Rule.Page> pages) {
        pages.put(
                "syntax",
                new Rule.Page(
                        "A line that does not parse has no meaning. Every such line is "
                                + "reported, each for its first mistake.",
                        "body",
                        "a = pl.cast(n pl.INT32)",
                        "a = pl.cast(n, pl.INT32)"));
        pages.put(
                "indentation",
                new Rule.Page(
                        "Indentation is what tells which lines belong to a block.",
                        "body",
                        """
                        if n == 1:
                        a = n\
                        """,
                        """
                        if n == 1:
                            a = n\
                        """));
        pages.put(
                "nesting",
                new Rule.Page(
                        "Tools that read a program must end; what people write does not come "
                                + "near the limit.",
                        "body",
                        "a = n" + " + n".repeat(801),
                        """
                        b = n + n
                        a = b + b\
                        """));
        pages.put(
                "number",
                new Rule.Page(
                        "Integers are at most 64 bits wide, typed ones as wide as their type.",
                        "body",
                        "a = pl.const(300, pl.INT8)",
                        "a = pl.const(300, pl.INT32)"));
        pages.put(
                "unsupported-statement",
                new Rule.Page(
                        "A body is compiled, not run by Python: it has assignments, calls, if, "
                                + "for, while, with, return, break, continue and pass.",
                        "body",
                        "assert n > 0",
                        """
                        if n > 0:
                            a = n\
                        """));
        pages.put(
                "unsupported-expression",
                new Rule.Page(
                        "Expressions are arithmetic on scalars, comparisons, subscripts and "
                                + "calls of operators and functions.",
                        "body",
                        "a = 1 if n == 0 else 2",
                        """
                        a = 2
                        if n == 0:
                            a = 1\
                        """));
        pages.put(
                "loop-name-ended",
                new Rule.Page(
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
                        """));
        pages.put(
                "reassign-type",
                new Rule.Page(
                        "Values that pass through branches and loops need one type.",
                        "body",
                        """
                        a = n
                        a = f\
                        """,
                        """
                        a = n
                        b = f\
                        """));
    }

    private static void part2(Map<String, Rule.Page> pages) {
        pages.put(
                "assign-target",
                new Rule.Page(
                        "Names and slices of tensors can be assigned; single elements are "
                                + "written by pl.write, tiles by pl.store.",
                        "body",
                        "y[0, 0] = f",
                        "pl.write(y, [0, 0], f)"));
        pages.put(
                "unpack",
                new Rule.Page(
                        "Each name on the left takes one value from the right.",
                        "body",
                        "a, b = 1, 2, 3",
                        "a, b = 1, 2"));
        pages.put(
                "loop-iterable",
                new Rule.Page(
                        "The kind of a loop says how it is compiled, so it is written out.",
                        "body",
                        """
                        for i in range(4):
                            pass\
                        """,
                        """
                        for i in pl.range(4):
                            pass\
                        """));
        pages.put(
                "loop-operands",
                new Rule.Page(
                        "Loops take stop, or start and stop, or start, stop and step, all integers.",
                        "body",
                        """
                        for i in pl.range(4, steps=2):
                            pass\
                        """,
                        """
                        for i in pl.range(0, 4, 2):
                            pass\
                        """));
        pages.put(
                "loop-target",
                new Rule.Page(
                        "A loop has one index, and one tuple of names for carried values.",
                        "body",
                        """
                        for i, j, k in pl.range(4, init_values=(n,)):
                            pass\
                        """,
                        """
                        for i, (j,) in pl.range(4, init_values=(n,)):
                            pass\
                        """));
        pages.put(
                "loop-extra-operand",
                new Rule.Page(
                        "The operand would have no effect.",
                        "body",
                        """
                        for i in pl.range(0, 8, 2, 7):
                            pass\
                        """,
                        """
                        for i in pl.range(0, 8, 2):
                            pass\
                        """));
        pages.put(
                "loop-step",
                new Rule.Page(
                        "Such a loop would never end.",
                        "body",
                        """
                        for i in pl.range(0, 8, 0):
                            pass\
                        """,
                        """
                        for i in pl.range(0, 8, 1):
                            pass\
                        """));
        pages.put(
                "unroll-constant",
                new Rule.Page(
                        "The body is repeated when the program is compiled.",
                        "body",
                        """
                        for i in pl.unroll(n):
                            pass\
                        """,
                        """
                        for i in pl.range(n):
                            pass\
                        """));
    }

    private static void part3(Map<String, Rule.Page> pages) {
        pages.put(
                "loop-carried",
                new Rule.Page(
                        "The value that one iteration leaves is the value that the next one finds.",
                        "body",
                        """
                        for i, (a,) in pl.range(4, init_values=(n,)):
                            b = pl.yield_(f)\
                        """,
                        """
                        for i, (a,) in pl.range(4, init_values=(n,)):
                            b = pl.yield_(a + i)\
                        """));
        pages.put(
                "yield-place",
                new Rule.Page(
                        "The values of a block are known when it ends.",
                        "body",
                        """
                        for i in pl.range(4):
                            b = pl.yield_(n)\
                        """,
                        """
                        for i, (a,) in pl.range(4, init_values=(n,)):
                            b = pl.yield_(a)\
                        """));
        pages.put(
                "yield-count",
                new Rule.Page(
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
                        """));
        pages.put(
                "outside-loop",
                new Rule.Page(
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
                        """));
        pages.put(
                "condition",
                new Rule.Page(
                        "A branch or loop is decided by one value.",
                        "body",
                        """
                        if x:
                            pass\
                        """,
                        """
                        if n == 1:
                            pass\
                        """));
        pages.put(
                "scope",
                new Rule.Page(
                        "Scopes say on which part of the machine statements run.",
                        "body",
                        """
                        with pl.claster():
                            pass\
                        """,
                        """
                        with pl.cluster():
                            pass\
                        """));
        pages.put(
                "return-count",
                new Rule.Page(
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
                        """));
    }
}

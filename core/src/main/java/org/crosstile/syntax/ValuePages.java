package org.crosstile.syntax;

import java.util.Map;
import java.util.TreeMap;
import org.crosstile.source.Rule;

/** What `explain` says about the rules for values, types and calls. */
final class ValuePages {
    private ValuePages() {}

    static Map<String, Rule.Page> all() {
        Map<String, Rule.Page> pages = new TreeMap<>();
        part1(pages);
        part2(pages);
        part3(pages);
        part4(pages);
        return pages;
    }

    private static void part1(Map<String, Rule.Page> pages) {
        pages.put(
                "undefined-name",
                new Rule.Page(
                        "A name is a variable that was assigned above, a parameter, or a "
                                + "constant of the file.",
                        "body",
                        "a = SIZES",
                        "a = SIZE"));
        pages.put(
                "not-evaluated",
                new Rule.Page(
                        "Constants of the file are computed when it is loaded, and only simple "
                                + "ones can be.",
                        "body",
                        "a = SIZE // 0",
                        "a = SIZE // 2"));
        pages.put(
                "not-a-value",
                new Rule.Page(
                        "Strings, element types and enumeration constants are operands of "
                                + "operators, not values.",
                        "body",
                        "a = NAME",
                        "a = SIZE"));
        pages.put(
                "scalar-operands",
                new Rule.Page(
                        "Arithmetic signs work on scalars, both integers or both floats; tiles "
                                + "and tensors have operators.",
                        "body",
                        "a = n + f",
                        "a = pl.cast(m, pl.FP32) + f"));
        pages.put(
                "comparison-chained",
                new Rule.Page(
                        "Two comparisons in a row are two conditions.",
                        "body",
                        "a = 0 < n < 3",
                        "a = 0 < n and n < 3"));
        pages.put(
                "annotation",
                new Rule.Page(
                        "Annotations say what the compiler must know about a value.",
                        "body",
                        "a: pl.Tensr[[8, 64], pl.FP32] = x",
                        "a: pl.Tensor[[8, 64], pl.FP32] = x"));
        pages.put(
                "annotation-mismatch",
                new Rule.Page(
                        "An annotation is checked; it converts nothing.",
                        "body",
                        "a: pl.Scalar[pl.INT32] = 5",
                        "a: pl.Scalar[pl.INT32] = pl.const(5, pl.INT32)"));
        pages.put(
                "extent",
                new Rule.Page(
                        "A dimension has at least one element, and a whole number of them.",
                        "body",
                        "a: pl.Tensor[[8, 0], pl.FP32] = x",
                        "a: pl.Tensor[[8, 64], pl.FP32] = x"));
    }

    private static void part2(Map<String, Rule.Page> pages) {
        pages.put(
                "unknown-operator",
                new Rule.Page(
                        "`crosstile ops` lists the operators.",
                        "body",
                        "t = pl.laod(x, [0, 0], [8, 64])",
                        "t = pl.load(x, [0, 0], [8, 64])"));
        pages.put(
                "unknown-distributed-operator",
                new Rule.Page(
                        "`crosstile ops` lists the operators.",
                        "body",
                        "pld.system.notfy(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)",
                        "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)"));
        pages.put(
                "unknown-distributed-category",
                new Rule.Page(
                        "The middle of the name says on what the operator works: tensors, "
                                + "tiles, or signals.",
                        "body",
                        "pld.signal.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)",
                        "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)"));
        pages.put(
                "unknown-constant",
                new Rule.Page(
                        "Constants are element types and members of enumerations.",
                        "body",
                        "a = pl.cast(n, pl.INT33)",
                        "a = pl.cast(n, pl.INT32)"));
        pages.put(
                "unknown-function",
                new Rule.Page(
                        "A call needs to know what the function takes and returns.",
                        "body",
                        "a = self.helpr(x)",
                        "a = self.helper(x)"));
        pages.put(
                "call-arity",
                new Rule.Page(
                        "Operands are matched with parameters by position.",
                        "body",
                        "a = self.helper(x, y)",
                        "a = self.helper(x)"));
        pages.put(
                "call-keyword",
                new Rule.Page(
                        "Operands are matched with parameters by position.",
                        "body",
                        "a = self.helper(x=x)",
                        "a = self.helper(x)"));
        pages.put(
                "call-device",
                new Rule.Page(
                        "Only orchestrations are dispatched to a device; a kernel runs where "
                                + "its caller runs.",
                        "body",
                        "a = self.helper(x, device=0)",
                        "a = self.chip(x, device=0)"));
    }

    private static void part3(Map<String, Rule.Page> pages) {
        pages.put(
                "call-recursion",
                new Rule.Page(
                        "There is no call stack on the device.",
                        "module",
                        """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.InCore)
                            def k(self, n: pl.Scalar[pl.INDEX]):
                                self.k(n)\
                        """,
                        """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.InCore)
                            def k(self, n: pl.Scalar[pl.INDEX]):
                                a = n\
                        """));
        pages.put(
                "const",
                new Rule.Page(
                        "pl.const gives a number an element type when the program is loaded.",
                        "body",
                        "a = pl.const(n, pl.INT32)",
                        "a = pl.cast(n, pl.INT32)"));
        pages.put(
                "alloc-target",
                new Rule.Page(
                        "The name of the variable is the name of the window, on every rank.",
                        "body",
                        "w = pld.window(pld.alloc_window_buffer(64), [16], dtype=pl.FP32)",
                        """
                        buf = pld.alloc_window_buffer(64)
                        w = pld.window(buf, [16], dtype=pl.FP32)\
                        """));
        pages.put(
                "alloc-twice",
                new Rule.Page(
                        "Ranks find each other's windows by name.",
                        "body",
                        """
                        buf = pld.alloc_window_buffer(64)
                        buf = pld.alloc_window_buffer(64)\
                        """,
                        """
                        buf = pld.alloc_window_buffer(64)
                        other = pld.alloc_window_buffer(64)\
                        """));
        pages.put(
                "alloc-name",
                new Rule.Page(
                        "The variable gives the name.",
                        "body",
                        "buf = pld.alloc_window_buffer(64, name='mine')",
                        "mine = pld.alloc_window_buffer(64)"));
        pages.put(
                "subscript",
                new Rule.Page(
                        "A tensor has one subscript per dimension at most, an array one, a "
                                + "tuple a constant one.",
                        "body",
                        "a = x[0, 0:8, 0]",
                        "a = x[0, 0:8]"));
        pages.put(
                "subscript-negative",
                new Rule.Page(
                        "Offsets count from the beginning; Python's counting from the end is "
                                + "not compiled.",
                        "body",
                        "a = x[-1]",
                        "a = x[7]"));
        pages.put(
                "subscript-step",
                new Rule.Page(
                        "A slice is a box of neighbouring elements.",
                        "body",
                        "a = x[0:8:2]",
                        "a = x[0:8]"));
    }

    private static void part4(Map<String, Rule.Page> pages) {
        pages.put(
                "submit",
                new Rule.Page(
                        "A task runs a function of the program.",
                        "body",
                        "a = pl.submit(x)",
                        "a = pl.submit(self.helper, x)"));
    }
}

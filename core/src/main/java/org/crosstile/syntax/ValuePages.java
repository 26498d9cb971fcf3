package org.crosstile.syntax;

import static java.util.Map.entry;

import java.util.Map;
import org.crosstile.source.Rule.Page;

/** What `explain` says about the rules for values, types and calls. */
final class ValuePages {
    static final Map<String, Page> ALL =
            Map.ofEntries(
                    entry(
                            "undefined-name",
                            new Page(
                                    "A name is a variable that was assigned above, a parameter, or a "
                                            + "constant of the file.",
                                    "body",
                                    "a = SIZES",
                                    "a = SIZE")),
                    entry(
                            "not-evaluated",
                            new Page(
                                    "Constants of the file are computed when it is loaded, and only simple "
                                            + "ones can be.",
                                    "body",
                                    "a = SIZE // 0",
                                    "a = SIZE // 2")),
                    entry(
                            "not-a-value",
                            new Page(
                                    "Strings, element types and enumeration constants are operands of "
                                            + "operators, not values.",
                                    "body",
                                    "a = NAME",
                                    "a = SIZE")),
                    entry(
                            "scalar-operands",
                            new Page(
                                    "Arithmetic signs work on scalars, both integers or both floats; tiles "
                                            + "and tensors have operators.",
                                    "body",
                                    "a = n + f",
                                    "a = pl.cast(m, pl.FP32) + f")),
                    entry(
                            "comparison-chained",
                            new Page(
                                    "Two comparisons in a row are two conditions.",
                                    "body",
                                    "a = 0 < n < 3",
                                    "a = 0 < n and n < 3")),
                    entry(
                            "annotation",
                            new Page(
                                    "Annotations say what the compiler must know about a value.",
                                    "body",
                                    "a: pl.Tensr[[8, 64], pl.FP32] = x",
                                    "a: pl.Tensor[[8, 64], pl.FP32] = x")),
                    entry(
                            "annotation-mismatch",
                            new Page(
                                    "An annotation is checked; it converts nothing but a number that is written there.",
                                    "body",
                                    "a: pl.Scalar[pl.INT32] = n + 5",
                                    "a: pl.Scalar[pl.INT32] = pl.cast(n + 5, pl.INT32)\nb: pl.Scalar[pl.INT32] = 5")),
                    entry(
                            "extent",
                            new Page(
                                    "A dimension has at least one element, and a whole number of them.",
                                    "body",
                                    "a: pl.Tensor[[8, 0], pl.FP32] = x",
                                    "a: pl.Tensor[[8, 64], pl.FP32] = x")),
                    entry(
                            "unknown-operator",
                            new Page(
                                    "`crosstile ops` lists the operators.",
                                    "body",
                                    "t = pl.laod(x, [0, 0], [8, 64])",
                                    "t = pl.load(x, [0, 0], [8, 64])")),
                    entry(
                            "unknown-distributed-operator",
                            new Page(
                                    "`crosstile ops` lists the operators.",
                                    "body",
                                    "pld.system.notfy(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)",
                                    "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)")),
                    entry(
                            "unknown-distributed-category",
                            new Page(
                                    "The middle of the name says on what the operator works: tensors, "
                                            + "tiles, or signals.",
                                    "body",
                                    "pld.signal.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)",
                                    "pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)")),
                    entry(
                            "unknown-constant",
                            new Page(
                                    "Constants are element types and members of enumerations.",
                                    "body",
                                    "a = pl.cast(n, pl.INT33)",
                                    "a = pl.cast(n, pl.INT32)")),
                    entry(
                            "unknown-function",
                            new Page(
                                    "A call needs to know what the function takes and returns.",
                                    "body",
                                    "a = self.helpr(x)",
                                    "a = self.helper(x)")),
                    entry(
                            "call-arity",
                            new Page(
                                    "Operands are matched with parameters by position.",
                                    "body",
                                    "a = self.helper(x, y)",
                                    "a = self.helper(x)")),
                    entry(
                            "call-keyword",
                            new Page(
                                    "Operands are matched with parameters by position.",
                                    "body",
                                    "a = self.helper(x=x)",
                                    "a = self.helper(x)")),
                    entry(
                            "call-device",
                            new Page(
                                    "Only orchestrations are dispatched to a device; a kernel runs where "
                                            + "its caller runs.",
                                    "body",
                                    "a = self.helper(x, device=0)",
                                    "a = self.chip(x, device=0)")),
                    entry(
                            "call-recursion",
                            new Page(
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
                                    """)),
                    entry(
                            "const",
                            new Page(
                                    "pl.const gives a number an element type when the program is loaded.",
                                    "body",
                                    "a = pl.const(n, pl.INT32)",
                                    "a = pl.cast(n, pl.INT32)")),
                    entry(
                            "alloc-target",
                            new Page(
                                    "The name of the variable is the name of the window, on every rank.",
                                    "body",
                                    "w = pld.window(pld.alloc_window_buffer(64), [16], dtype=pl.FP32)",
                                    """
                                    buf = pld.alloc_window_buffer(64)
                                    w = pld.window(buf, [16], dtype=pl.FP32)\
                                    """)),
                    entry(
                            "alloc-twice",
                            new Page(
                                    "Ranks find each other's windows by name.",
                                    "body",
                                    """
                                    buf = pld.alloc_window_buffer(64)
                                    buf = pld.alloc_window_buffer(64)\
                                    """,
                                    """
                                    buf = pld.alloc_window_buffer(64)
                                    other = pld.alloc_window_buffer(64)\
                                    """)),
                    entry(
                            "alloc-name",
                            new Page(
                                    "The variable gives the name.",
                                    "body",
                                    "buf = pld.alloc_window_buffer(64, name='mine')",
                                    "mine = pld.alloc_window_buffer(64)")),
                    entry(
                            "subscript",
                            new Page(
                                    "A tensor has one subscript per dimension at most, an array one, a "
                                            + "tuple a constant one.",
                                    "body",
                                    "a = x[0, 0:8, 0]",
                                    "a = x[0, 0:8]")),
                    entry(
                            "subscript-negative",
                            new Page(
                                    "Offsets count from the beginning; Python's counting from the end is "
                                            + "not compiled.",
                                    "body",
                                    "a = x[-1]",
                                    "a = x[7]")),
                    entry(
                            "subscript-step",
                            new Page(
                                    "A slice is a box of neighbouring elements.",
                                    "body",
                                    "a = x[0:8:2]",
                                    "a = x[0:8]")),
                    entry(
                            "submit",
                            new Page(
                                    "A task runs a function of the program.",
                                    "body",
                                    "a = pl.submit(x)",
                                    "a = pl.submit(self.helper, x)")));

    private ValuePages() {}
}

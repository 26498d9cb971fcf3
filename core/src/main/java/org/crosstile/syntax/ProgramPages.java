package org.crosstile.syntax;

import static java.util.Map.entry;

import java.util.Map;
import org.crosstile.source.Rule.Page;

/** What `explain` says about the rules for programs and factories. */
final class ProgramPages {
    static final Map<String, Page> ALL =
            Map.ofEntries(
                    entry(
                            "parameter",
                            new Page(
                                    "A function is compiled for the types of its parameters.",
                                    "module",
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self, x: pl.Tensor):
                                            pass\
                                    """,
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self, x: pl.Tensor[[8], pl.FP32]):
                                            pass\
                                    """)),
                    entry(
                            "decorator",
                            new Page(
                                    "Decorators tell programs from other Python, and kernels from "
                                            + "orchestrations.",
                                    "module",
                                    """
                                    @pl.program
                                    class P:
                                        @pl.fnction(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass\
                                    """,
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass\
                                    """)),
                    entry(
                            "function-kind",
                            new Page(
                                    "Kernels, chip orchestrations and host orchestrators are compiled "
                                            + "differently.",
                                    "module",
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function
                                        def k(self):
                                            pass\
                                    """,
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass\
                                    """)),
                    entry(
                            "program-member",
                            new Page(
                                    "Whatever stands in a program class must be compiled.",
                                    "module",
                                    """
                                    @pl.program
                                    class P:
                                        def k(self):
                                            pass\
                                    """,
                                    """
                                    @pl.program
                                    class P:
                                        SIZE = 4

                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass\
                                    """)),
                    entry(
                            "function-twice",
                            new Page(
                                    "Calls find functions by name.",
                                    "module",
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass

                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass\
                                    """,
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass

                                        @pl.function(type=pl.FunctionType.InCore)
                                        def l(self):
                                            pass\
                                    """)),
                    entry(
                            "no-program",
                            new Page(
                                    "There is nothing to do with such a file.",
                                    "module",
                                    "SIZE = 4",
                                    """
                                    @pl.program
                                    class P:
                                        @pl.function(type=pl.FunctionType.InCore)
                                        def k(self):
                                            pass\
                                    """)),
                    entry(
                            "which-program",
                            new Page(
                                    "A command works on one program; --program names it.",
                                    "module",
                                    """
                                    @pl.program
                                    class P:
                                        pass


                                    @pl.program
                                    class Q:
                                        pass\
                                    """,
                                    """
                                    @pl.program
                                    class P:
                                        pass\
                                    """)),
                    entry(
                            "factory-argument",
                            new Page(
                                    "A factory is called when the file is loaded; what its parameters do "
                                            + "not default to comes from the command line.",
                                    "module",
                                    """
                                    def build(size):
                                        @pl.program
                                        class P:
                                            pass

                                        return P\
                                    """,
                                    """
                                    def build(size=4):
                                        @pl.program
                                        class P:
                                            pass

                                        return P\
                                    """)),
                    entry(
                            "factory-result",
                            new Page(
                                    "What the factory returns is the program.",
                                    "module",
                                    """
                                    def build():
                                        @pl.program
                                        class P:
                                            pass\
                                    """,
                                    """
                                    def build():
                                        @pl.program
                                        class P:
                                            pass

                                        return P\
                                    """)),
                    entry(
                            "factory-raises",
                            new Page(
                                    "The factory itself refuses the arguments.",
                                    "module",
                                    """
                                    def build(n_ranks):
                                        if n_ranks > 2:
                                            raise ValueError(n_ranks)

                                        @pl.program
                                        class P:
                                            pass

                                        return P\
                                    """,
                                    """
                                    def build(n_ranks):
                                        if n_ranks > 8:
                                            raise ValueError(n_ranks)

                                        @pl.program
                                        class P:
                                            pass

                                        return P\
                                    """)));

    private ProgramPages() {}
}

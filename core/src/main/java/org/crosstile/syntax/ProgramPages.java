package org.crosstile.syntax;

import java.util.Map;
import java.util.TreeMap;
import org.crosstile.source.Rule;

/** What `explain` says about the rules for programs and factories. */
final class ProgramPages {
    private ProgramPages() {}

    static Map<String, Rule.Page> all() {
        Map<String, Rule.Page> pages = new TreeMap<>();
        part1(pages);
        part2(pages);
        return pages;
    }

    private static void part1(Map<String, Rule.Page> pages) {
        pages.put(
                "parameter",
                new Rule.Page(
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
                        """));
        pages.put(
                "decorator",
                new Rule.Page(
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
                        """));
        pages.put(
                "function-kind",
                new Rule.Page(
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
                        """));
        pages.put(
                "program-member",
                new Rule.Page(
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
                        """));
        pages.put(
                "function-twice",
                new Rule.Page(
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
                        """));
        pages.put(
                "no-program",
                new Rule.Page(
                        "There is nothing to do with such a file.",
                        "module",
                        "SIZE = 4",
                        """
                        @pl.program
                        class P:
                            @pl.function(type=pl.FunctionType.InCore)
                            def k(self):
                                pass\
                        """));
        pages.put(
                "which-program",
                new Rule.Page(
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
                        """));
        pages.put(
                "factory-argument",
                new Rule.Page(
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
                        """));
    }

    private static void part2(Map<String, Rule.Page> pages) {
        pages.put(
                "factory-result",
                new Rule.Page(
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
                        """));
        pages.put(
                "factory-raises",
                new Rule.Page(
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
                        """));
    }
}

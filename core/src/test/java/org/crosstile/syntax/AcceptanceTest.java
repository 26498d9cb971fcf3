package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Program;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Severity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What the language accepts and what it refuses, statement by statement. */
class AcceptanceTest {
    /** A body, and the rule that its last line breaks. */
    record Refused(String rule, String body) {
        @Override
        public String toString() {
            return rule + ": " + body.replace("\n", " / ");
        }
    }

    private static Refused refused(String rule, String body) {
        return new Refused(rule, body);
    }

    static final List<Refused> REFUSED =
            List.of(
                    refused("unsupported-statement", "n2 = n\nn2 += 1"),
                    refused("unsupported-statement", "import os"),
                    refused("unsupported-statement", "assert n > 0"),
                    refused("unsupported-statement", "raise n"),
                    refused("unsupported-statement", "del n"),
                    refused(
                            "unsupported-statement",
                            "try:\n    pass\nexcept ValueError:\n    pass"),
                    refused("unsupported-statement", "def inner(a):\n    return a"),
                    refused("unsupported-statement", "class Inner:\n    pass"),
                    refused("unsupported-expression", "a = 1 if n else 2"),
                    refused("unsupported-expression", "a = lambda: 1"),
                    refused("unsupported-expression", "a = f\"{n}\""),
                    refused("unsupported-expression", "a = {\"k\": n}"),
                    refused("unsupported-expression", "a = {n, 1}"),
                    refused("unsupported-expression", "a = [i for i in n]"),
                    refused("unsupported-expression", "a = [*n]"),
                    refused("unsupported-expression", "a = n ** 2"),
                    refused("unsupported-expression", "a = n & 2"),
                    refused("unsupported-expression", "a = n in [1, 2]"),
                    refused("unsupported-expression", "a = x.shape"),
                    refused("unsupported-expression", "a = print(n)"),
                    refused("unsupported-expression", "a = x.sum()"),
                    refused("unsupported-expression", "a = (b := n)"),
                    refused("syntax", "a = b = n"),
                    refused("not-a-value", "a = 'text'"),
                    refused("not-a-value", "a = pl.FP32"),
                    refused("not-a-value", "a = NAME"),
                    refused("comparison-chained", "a = 0 < n < 3"),
                    refused("loop-iterable", "for i in range(4):\n    pass"),
                    refused("loop-iterable", "for i in [1, 2]:\n    pass"),
                    refused("loop-operands", "for i in pl.range(4, steps=2):\n    pass"),
                    refused("loop-operands", "for i in pl.range():\n    pass"),
                    refused("loop-operands", "for i in pl.range(f):\n    pass"),
                    refused("loop-step", "for i in pl.range(0, 4, 0):\n    pass"),
                    refused("unroll-constant", "for i in pl.unroll(n):\n    pass"),
                    refused(
                            "loop-operands",
                            "for i, (a,) in pl.unroll(4, init_values=(n,)):\n    pass"),
                    refused(
                            "loop-carried",
                            "for i, (a, b) in pl.range(4, init_values=(n,)):\n    pass"),
                    refused("loop-carried", "for i in pl.range(4, init_values=(n,)):\n    pass"),
                    refused(
                            "loop-target",
                            "for i, x[0] in pl.range(4, init_values=(n,)):\n    pass"),
                    refused("yield-place", "a = pl.yield_(n)"),
                    refused("yield-place", "for i in pl.range(4):\n    a = pl.yield_(n)"),
                    refused(
                            "yield-count",
                            "for i, (a,) in pl.range(4, init_values=(n,)):\n    b = pl.yield_(n, n)"),
                    refused(
                            "loop-carried",
                            "for i, (a,) in pl.range(4, init_values=(n,)):\n    b = pl.yield_(f)"),
                    refused("yield-count", "if n == 1:\n    a = pl.yield_(n)\nelse:\n    pass"),
                    refused(
                            "reassign-type",
                            "if n == 1:\n    a = pl.yield_(n)\nelse:\n    a = pl.yield_(f)"),
                    refused("reassign-type", "a = n\na = f"),
                    refused("reassign-type", "if n == 1:\n    a = n\nelse:\n    a = f"),
                    refused("reassign-type", "a = n\nfor i in pl.range(4):\n    a = f"),
                    refused("loop-name-ended", "for i in pl.range(4):\n    pass\na = i"),
                    refused(
                            "loop-name-ended",
                            "for i, (a,) in pl.range(4, init_values=(n,)):\n    b = pl.yield_(a)\nc = a"),
                    refused("outside-loop", "break"),
                    refused("outside-loop", "if n == 1:\n    continue"),
                    refused("subscript-step", "a = x[0:8:2]"),
                    refused("subscript-negative", "a = x[-1]"),
                    refused("subscript", "a = x[0, 0, 0]"),
                    refused("subscript", "a = n[0]"),
                    refused("assign-target", "x[0, 0] = f"),
                    refused("assign-target", "x[0:8, 0:64] = pl.load(x, [0, 0], [8, 64])"),
                    refused("assign-target", "pl.a = n"),
                    refused("assign-target", "n + 1 = n"),
                    refused("scalar-operands", "a = n + f"),
                    refused("scalar-operands", "a = n + 1.5"),
                    refused("scalar-operands", "a = (n == 1) + 1"),
                    refused("scalar-operands", "a = x + x"),
                    refused("scalar-operands", "a = -x"),
                    refused("condition", "if x:\n    pass"),
                    refused("condition", "while x:\n    pass"),
                    refused("undefined-name", "a = mystery"),
                    refused("undefined-name", "a = b\nb = 1"),
                    refused("not-evaluated", "a = SIZE // 0"),
                    refused("number", "a = 99999999999999999999"),
                    refused("number", "a = pl.const(300, pl.INT8)"),
                    refused("const", "a = pl.const(n, pl.INT32)"),
                    refused("const", "a = pl.const(1.5, pl.INT32)"),
                    refused("unknown-operator", "a = pl.laod(x, [0, 0], [8, 64])"),
                    refused("unknown-operator", "a = pl.tile.laod(x, [0, 0], [8, 64])"),
                    refused("unknown-distributed-operator", "pld.notifyy(sig)"),
                    refused("unknown-distributed-category", "pld.sys.notify(sig)"),
                    refused("unknown-distributed-operator", "pld.system.notyfi(sig)"),
                    refused("unknown-constant", "a = pl.FP33"),
                    refused("unknown-function", "a = self.helpr(x)"),
                    refused("unsupported-expression", "a = helper(x)"),
                    refused("call-arity", "a = self.helper(x, y)"),
                    refused("call-keyword", "a = self.helper(x, deps=[])"),
                    refused("call-device", "a = self.helper(x, device=0)"),
                    refused("submit", "a = pl.submit(x)"),
                    refused("alloc-target", "a, b = pld.alloc_window_buffer(64)"),
                    refused("alloc-target", "pld.alloc_window_buffer(64)"),
                    refused(
                            "alloc-target",
                            "a = pld.window(pld.alloc_window_buffer(64), [16], dtype=pl.FP32)"),
                    refused(
                            "alloc-twice",
                            "a = pld.alloc_window_buffer(64)\na = pld.alloc_window_buffer(64)"),
                    refused("alloc-name", "a = pld.alloc_window_buffer(64, name='b')"),
                    refused("scope", "with pl.ad():\n    pass"),
                    refused("scope", "with open():\n    pass"),
                    refused("scope", "with pl.at(levl=pl.Level.CORE_GROUP):\n    pass"),
                    refused("unpack", "a, b = n"),
                    refused("unpack", "a, b = 1, 2, 3"),
                    refused("annotation", "a: pl.Tensr[[8], pl.FP32] = x"),
                    refused("annotation", "a: pl.Scalar[pl.FP33] = f"),
                    refused("annotation-mismatch", "a: pl.Scalar[pl.INT32] = n + 5"),
                    refused("annotation-mismatch", "a: pl.Scalar[pl.INT32] = 1.5"),
                    refused("number", "a: pl.Scalar[pl.INT8] = 200"),
                    refused("annotation-mismatch", "a: pl.Tensor[[8, 32], pl.FP32] = x"),
                    refused("extent", "a: pl.Tensor[[8, 0], pl.FP32] = x"),
                    refused("extent", "a: pl.Tensor[[8, f], pl.FP32] = x"),
                    refused("return-count", "if n == 1:\n    return n\nreturn n, n"),
                    refused("indentation", "a = n\n  b = n"),
                    refused("indentation", "if n == 1:\na = n"),
                    refused("syntax", "else:\n    pass"),
                    refused("syntax", "a = = n"),
                    refused("syntax", "a = n,, n"),
                    refused("syntax", "a = pl.cast(target_type=pl.FP32, n)"));

    @ParameterizedTest
    @FieldSource("REFUSED")
    void refuses(Refused refused) {
        List<Problem> problems = Texts.problems(Texts.kernel(refused.body()));

        assertThat(problems).extracting(p -> p.rule().id()).containsExactly(refused.rule());
        assertThat(problems.getFirst().primary().span().line())
                .isGreaterThanOrEqualTo(Texts.kernelLine());
        assertThat(problems.getFirst().primary().text()).isNotBlank();
    }

    static final List<String> ACCEPTED =
            List.of(
                    "while n < 4:\n    break",
                    "i = 0\nwhile i < n:\n    i = i + 1\n    if i == 2:\n        continue",
                    "a = n == 1 and m == 2 or not n < 3",
                    "a = 1 / 2\nb = f / 2.0\nc = -n\nd = ~m\ne = +n",
                    "a = None\nb = True\nc = 1.5",
                    "a, b = 1, 2\nc = a + b",
                    "t = [n, 1]\na = t[0]",
                    "for i in pl.range(0, 8, 2, 7):\n    pass",
                    "for i in pl.parallel(n):\n    pass\nfor j in pl.pipeline(4, stage=2):\n    pass",
                    "for i in pl.unroll(HALF):\n    pass",
                    "for i, (a,) in pl.range(4, init_values=(n,)):\n    a = a + i\nb = a",
                    "for i in pl.range(4):\n    a = n + i\nb = a",
                    "if n == 1:\n    a = n\nb = a",
                    "for i in pl.range(4):\n    i = i + 1",
                    "for i in pl.range(4):\n    t = n\nfor j in pl.range(4):\n    t = f",
                    "if n == 1:\n    return x\nreturn win",
                    "a = pld.tensor.put(win, 0, x)",
                    "t = pl.load(x, [0, 0], [8, 64])\nwin2 = pl.store(t, [0, 0], win)",
                    "y[0:4, 0:64] = win[4:8, 0:64]\nwin[0:8, :] = x[:, :]",
                    "arr = pl.array.create(4, pl.INT32)\narr[n] = n\narr[0] = m\na = arr[1] + m",
                    "a = x[n]\nb = x[0:8, n]",
                    "a = x[n:n + 4]",
                    "r = m + 1\na = pl.min(r, n)",
                    "pld.system.notify(sig, 0, [0, 0], 1, op=0)\npld.system.wait(sig, [0, 0], 1, cmp=1)",
                    "w = pld.tensor.allreduce(win, sig, op=pl.ReduceOp.Max, mode='mesh')",
                    "a: pl.Tensor[[8, 64], DTYPE] = x\nb: pl.Scalar[pl.INDEX] = n",
                    "\"\"\"A docstring.\"\"\"\n...\npass",
                    "if n == 1: a = 1; b = 2\nelse: c = 3",
                    "if n == 1:\n    pass\nelif n == 2:\n    a = 1\nelse:\n    a = 2",
                    "a = NR + 1\nfor i in pl.range(NR):\n    pass",
                    "a = SIZE * 2 + pl.FP32.get_byte() * DTYPE.get_byte()",
                    "for i in pl.spmd(4):\n    a = i\nfor j in pl.split_aiv(2, mode=pl.SplitMode.NONE):\n    pass",
                    "with pl.cluster():\n    with pl.spmd(4, name_hint='s') as t:\n        pass",
                    "a = pl.const(-4, pl.INT32)\nb = pl.const(1, pl.BF16)");

    @ParameterizedTest
    @FieldSource("ACCEPTED")
    void accepts(String body) {
        Problems problems = new Problems();
        List<Program> programs =
                Reader.load(Texts.source(Texts.kernel(body)), LoadOptions.of(4), problems)
                        .programs();

        assertThat(problems.sorted()).filteredOn(p -> p.severity() == Severity.ERROR).isEmpty();
        Texts.roundTrip(programs.getFirst());
    }

    @Test
    void a_fourth_operand_of_a_loop_is_ignored_with_a_warning() {
        Problem problem = Texts.problem("for i in pl.range(0, 8, 2, 7):\n    pass");

        assertThat(problem.severity()).isEqualTo(Severity.WARNING);
        assertThat(problem.primary().span().text()).isEqualTo("7");
    }

    @Test
    void one_mistake_is_one_problem_and_hides_no_other() {
        List<String> bodies =
                new ArrayList<>(
                        List.of("a = mystery", "b = a + 1", "c = b", "d = enigma", "e = d"));

        List<Problem> problems = Texts.problems(Texts.kernel(String.join("\n", bodies)));

        assertThat(problems)
                .extracting(p -> p.primary().span().text())
                .containsExactly("mystery", "enigma");
    }
}

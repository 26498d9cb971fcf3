package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A value that is read has been set on every way there; a way that cannot be taken does not count.
 */
class DefiniteAssignmentTest {
    private static final String USED = "pl.store(pl.load(x, [k, 0], [1, 64]), [0, 0], y)\n";

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if n == 0:\n    k = 1\n",
                "if n == 0:\n    k = 1\nelse:\n    if n > 4:\n        k = 2\n",
                "for i in pl.range(n):\n    k = i * 1\n",
                "for i in pl.range(4, 4):\n    k = i * 1\n",
                "for i in pl.range(8):\n    if i > 4:\n        k = i * 1\n",
                "for i in pl.range(8):\n    if i > 4:\n        break\n    k = i * 1\n",
                "m = n * 1\nwhile m > 0:\n    k = m * 1\n    m = m - 1\n",
                "if n > 4:\n    k = 1\nif n > 5:\n    pass\n",
                "m = n * 1\nif m == 0:\n    k = 1\nm = m + 1\nif m != 0:\n    k = 2\n",
            })
    void a_number_that_a_way_leaves_out_is_refused(String statements) {
        assertThat(Texts.kernelProblems(statements + USED)).containsExactly("maybe-unset");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if n == 0:\n    k = 1\nelse:\n    k = 2\n",
                "if n == 0:\n    k = 1\nif n != 0:\n    k = 2\n",
                "if n <= 0:\n    k = 1\nif n > 0:\n    k = 2\n",
                "if n == 0:\n    k = 1\nelse:\n    if n > 4:\n        k = 2\n    else:\n        k = 3\n",
                "for i in pl.range(4):\n    k = i * 1\n",
                "for i in pl.range(4, 0, -1):\n    k = i * 1\n",
                "for i in pl.unroll(4):\n    if i == 2:\n        k = i * 1\n",
                "for i in pl.range(8):\n    k = i * 1\n    if i > n:\n        break\n",
                "ctx = pld.get_comm_ctx(win)\nfor i in pl.range(pld.nranks(ctx)):\n    k = i * 1\n",
                "while True:\n    k = 1\n    if n > 2:\n        break\n",
                "if n > 4:\n    return\nelse:\n    k = 1\n",
                "if n > 4:\n    if n > 6:\n        return\n    k = 1\nelse:\n    k = 2\n",
                "found = False\nif n > 4:\n    k = 1\n    found = True\nif not found:\n    k = 2\n",
            })
    void a_number_that_is_set_on_every_way_is_accepted(String statements) {
        assertThat(Texts.kernelProblems(statements + USED)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "if n == 0:\n    t = pl.load(x, [0, 0], [1, 64])\npl.store(t, [0, 0], y)\n",
                "for i in pl.range(n):\n    t = pl.load(x, [i, 0], [1, 64])\npl.store(t, [0, 0], y)\n",
                "if n == 0:\n    t = pl.slice(x, [1, 64], [n, 0])\n"
                        + "else:\n    if n == 1:\n        t = pl.slice(x, [1, 64], [2, 0])\n"
                        + "pl.store(pl.load(t, [0, 0], [1, 64]), [0, 0], y)\n",
            })
    void so_is_a_tile_and_a_slice_refused(String statements) {
        assertThat(Texts.kernelProblems(statements)).containsExactly("maybe-unset");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "for i in pl.range(n):\n"
                        + "    if i == 0:\n        t = pl.slice(x, [1, 64], [i, 0])\n"
                        + "    else:\n        t = pl.slice(x, [1, 64], [0, 0])\n"
                        + "    pl.store(pl.load(t, [0, 0], [1, 64]), [i, 0], y)\n",
                "for i in pl.range(4):\n    t = pl.slice(x, [1, 64], [i, 0])\n"
                        + "pl.store(pl.load(t, [0, 0], [1, 64]), [0, 0], y)\n",
                "for i in pl.range(n):\n"
                        + "    if i > 2:\n        if i > 4:\n            continue\n"
                        + "        t = pl.slice(x, [1, 64], [i, 0])\n"
                        + "    else:\n        t = pl.slice(x, [1, 64], [0, 0])\n"
                        + "    pl.store(pl.load(t, [0, 0], [1, 64]), [0, 0], y)\n",
            })
    void a_slice_that_is_set_on_every_way_is_accepted(String statements) {
        assertThat(Texts.kernelProblems(statements)).isEmpty();
    }
}

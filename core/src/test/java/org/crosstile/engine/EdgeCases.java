package org.crosstile.engine;

import static org.crosstile.engine.EdgeCase.between;
import static org.crosstile.engine.EdgeCase.inside;
import static org.crosstile.engine.EdgeCase.kernel;
import static org.crosstile.engine.EdgeCase.x;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.engine.EdgeCase.Accepts;
import org.crosstile.engine.EdgeCase.Place;
import org.crosstile.engine.EdgeCase.Result;

/** Every operator that takes a place, an extent, a rank or a count. */
final class EdgeCases {
    private static final long[] ALL = {4, 16};
    private static final long[] BOX = {2, 8};

    private static final String WINDOW = "w = pl.store(pl.load(x, [0, 0], [4, 16]), [0, 0], w)\n";
    private static final String ZEROS =
            "w = pl.store(pl.tile.full([4, 16], dtype=pl.INT32, value=0), [0, 0], w)\n";
    private static final String PEER =
            "pld.tensor.barrier(s)\npeer = (pld.rank(pld.get_comm_ctx(s)) + 1) % 2\n";
    private static final String SHOW =
            "pld.tensor.barrier(s)\ny = pl.store(pl.load(w, [0, 0], [4, 16]), [0, 0], y)\n";
    private static final String MEET = "pld.tensor.barrier(s)\n";
    private static final String COPY = "y = pl.store(pl.load(x, [0, 0], [4, 16]), [0, 0], y)\n";
    private static final String TILE = "t = pl.load(x, [0, 0], [4, 16])\n";

    private static final Accepts POSITIVE = (a, b) -> between(1, a, 4) && between(1, b, 16);
    private static final Accepts EXTENTS = (a, b) -> between(0, a, 4) && between(0, b, 16);
    private static final Accepts PLACES = (a, b) -> inside(a, 2, 4) && inside(b, 8, 16);
    private static final Accepts ELEMENT = (a, b) -> inside(a, 1, 4) && inside(b, 1, 16);
    private static final Accepts WHOLE = (a, b) -> a == 4 && b == 16;

    /** A box that begins at the two numbers is at the origin now. */
    private static final Result FROM = (a, b, rank, r, c) -> r < 2 && c < 8 ? x(a + r, b + c) : 0;

    /** The box at the origin is where the two numbers say. */
    private static final Result TO =
            (a, b, rank, r, c) -> r - a < 2 && c - b < 8 ? within(r - a, c - b) : 0;

    /** As many rows and columns as the two numbers say. */
    private static final Result FIRST = (a, b, rank, r, c) -> r < a && c < b ? x(r, c) : 0;

    private static final Result SAME = (a, b, rank, r, c) -> x(r, c);

    private EdgeCases() {}

    private static long within(long r, long c) {
        return r >= 0 && c >= 0 ? x(r, c) : 0;
    }

    static List<EdgeCase> all() {
        return Stream.of(tiles(), elements(), views(), copies(), pushes(), peers(), elsewhere())
                .flatMap(List::stream)
                .toList();
    }

    private static List<EdgeCase> tiles() {
        return List.of(
                kernel("load at", out("pl.load(x, [A, B], [2, 8])"), BOX, PLACES, FROM),
                kernel(
                        "load of a window at",
                        WINDOW + out("pl.load(w, [A, B], [2, 8])"),
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                        "load valid",
                        out("pl.load(x, [0, 0], [4, 16], valid_shape=[A, B])"),
                        ALL,
                        EXTENTS,
                        FIRST),
                kernel(
                        "load clamped at",
                        out("pl.load(x, [A, B], [2, 8], clamp=True)"),
                        BOX,
                        (a, b) -> a >= 0 && b >= 0,
                        (a, b, rank, r, c) ->
                                r < 2 && c < 8 && inside(a, r + 1, 4) && inside(b, c + 1, 16)
                                        ? x(a + r, b + c)
                                        : 0),
                kernel(
                                "load clamped, valid",
                                out("pl.load(x, [2, 8], [4, 16], valid_shape=[A, B], clamp=True)"),
                                ALL,
                                EXTENTS,
                                (a, b, rank, r, c) ->
                                        r < a && c < b && r < 2 && c < 8 ? x(r + 2, c + 8) : 0)
                        .looseScalars((a, b) -> a >= 0 && b >= 0),
                kernel(
                        "store at",
                        "y = pl.store(pl.load(x, [0, 0], [2, 8]), [A, B], y)",
                        BOX,
                        PLACES,
                        TO),
                kernel(
                        "store added at",
                        "y = pl.store(pl.tile.full([4, 16], dtype=pl.INT32, value=0), [0, 0], y)\n"
                                + "y = pl.store(pl.load(x, [0, 0], [2, 8]), [A, B], y, atomic=pl.AtomicType.Add)",
                        BOX,
                        PLACES,
                        TO),
                kernel(
                                "store in a box",
                                TILE + "y = pl.store(t, [0, 0], y, shapes=[A, B])",
                                ALL,
                                WHOLE,
                                SAME)
                        .sane(4, 16),
                kernel(
                        "slice of a tile",
                        TILE + out("pl.tile.slice(t, [2, 8], [A, B])"),
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                        "valid extents of a tile",
                        TILE + out("pl.tile.set_validshape(t, A, B)"),
                        ALL,
                        EXTENTS,
                        FIRST));
    }

    private static List<EdgeCase> elements() {
        return List.of(
                kernel(
                        "read",
                        "pl.write(y, [0, 0], pl.read(x, [A, B]))",
                        ALL,
                        ELEMENT,
                        (a, b, rank, r, c) -> r + c == 0 ? x(a, b) : 0),
                kernel(
                        "write",
                        "pl.write(y, [A, B], pl.const(-7, pl.INT32))",
                        ALL,
                        ELEMENT,
                        (a, b, rank, r, c) -> r == a && c == b ? -7 : 0),
                kernel(
                        "read of a tile",
                        TILE + "pl.write(y, [0, 0], pl.read(t, [A, B]))",
                        ALL,
                        ELEMENT,
                        (a, b, rank, r, c) -> r + c == 0 ? x(a, b) : 0),
                kernel(
                        "write to a tile",
                        TILE + "t = pl.tile.write(t, [A, B], pl.const(-7, pl.INT32))\n" + out("t"),
                        ALL,
                        ELEMENT,
                        (a, b, rank, r, c) -> r == a && c == b ? -7 : x(r, c)),
                kernel(
                                "array",
                                "m = pl.array.create(4, pl.INT32)\n"
                                        + "m = pl.array.update_element(m, A, pl.const(5, pl.INT32))\n"
                                        + "pl.write(y, [0, 0], pl.array.get_element(m, A))",
                                ALL,
                                (a, b) -> inside(a, 1, 4),
                                (a, b, rank, r, c) -> r + c == 0 ? 5 : 0)
                        .foundOutLate());
    }

    private static List<EdgeCase> views() {
        return List.of(
                kernel(
                        "slice at",
                        "v = pl.slice(x, [2, 8], [A, B])\n" + out("pl.load(v, [0, 0], [2, 8])"),
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                                "slice of",
                                "v = pl.slice(x, [A, B], [0, 0])\n"
                                        + out("pl.load(v, [0, 0], [4, 16], clamp=True)"),
                                ALL,
                                EXTENTS,
                                FIRST)
                        .constants(POSITIVE),
                kernel(
                        "slice valid",
                        "v = pl.slice(x, [4, 16], [0, 0], valid_shape=[A, B])\n"
                                + out("pl.load(v, [0, 0], [4, 16])"),
                        ALL,
                        EXTENTS,
                        FIRST),
                kernel(
                                "view as",
                                "v = pl.tensor.view(x, [A, B])\n"
                                        + out("pl.load(v, [0, 0], [4, 16], clamp=True)"),
                                ALL,
                                WHOLE,
                                SAME)
                        .sane(4, 16),
                kernel(
                        "view valid",
                        "v = pl.tensor.view(x, [4, 16], [A, B])\n"
                                + out("pl.load(v, [0, 0], [4, 16])"),
                        ALL,
                        EXTENTS,
                        FIRST),
                kernel(
                                "lines of a window",
                                COPY + "pl.system.cacheinvalid(w, [A, B], [0, 0])",
                                ALL,
                                EXTENTS,
                                SAME)
                        .foundOutLate(),
                kernel(
                                "lines of a window at",
                                COPY + "pl.system.cacheinvalid(w, [2, 8], [A, B])",
                                BOX,
                                PLACES,
                                SAME)
                        .foundOutLate());
    }

    private static List<EdgeCase> copies() {
        String put = ZEROS + PEER + "pld.tensor.put(w, peer, x, ";
        String get = WINDOW + PEER + "pld.tensor.get(y, peer, w, ";
        String stage = "t = pl.tile.create([1, 4], dtype=pl.INT32)\n";
        String tput = ZEROS + PEER + stage + "pld.tile.put(w, peer, x, t, ";
        String tget = WINDOW + PEER + stage + "pld.tile.get(y, peer, w, t, ";
        return List.of(
                kernel(
                        "put to",
                        put + "dst_offsets=[A, B], src_offsets=[0, 0], shape=[2, 8])\n" + SHOW,
                        BOX,
                        PLACES,
                        TO),
                kernel(
                        "put from",
                        put + "dst_offsets=[0, 0], src_offsets=[A, B], shape=[2, 8])\n" + SHOW,
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                                "put of",
                                put
                                        + "dst_offsets=[0, 0], src_offsets=[0, 0], shape=[A, B], chunk_rows=2, chunk_cols=8)\n"
                                        + SHOW,
                                ALL,
                                EXTENTS,
                                FIRST)
                        .constants(POSITIVE),
                kernel(
                        "get to",
                        get + "dst_offsets=[A, B], src_offsets=[0, 0], shape=[2, 8])\n" + MEET,
                        BOX,
                        PLACES,
                        TO),
                kernel(
                        "get from",
                        get + "dst_offsets=[0, 0], src_offsets=[A, B], shape=[2, 8])\n" + MEET,
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                                "get of",
                                get
                                        + "dst_offsets=[0, 0], src_offsets=[0, 0], shape=[A, B], chunk_rows=2, chunk_cols=8)\n"
                                        + MEET,
                                ALL,
                                EXTENTS,
                                FIRST)
                        .constants(POSITIVE),
                kernel(
                        "tile put to",
                        tput + "dst_offsets=[A, B], src_offsets=[0, 0], shape=[2, 8])\n" + SHOW,
                        BOX,
                        PLACES,
                        TO),
                kernel(
                                "tile put of",
                                tput
                                        + "dst_offsets=[0, 0], src_offsets=[0, 0], shape=[A, B])\n"
                                        + SHOW,
                                ALL,
                                EXTENTS,
                                FIRST)
                        .constants((a, b) -> between(1, a, 4) && between(4, b, 16))
                        .sane(2, 8),
                kernel(
                        "tile get from",
                        tget + "dst_offsets=[0, 0], src_offsets=[A, B], shape=[2, 8])\n" + MEET,
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                                "tile get of",
                                tget
                                        + "dst_offsets=[0, 0], src_offsets=[0, 0], shape=[A, B])\n"
                                        + MEET,
                                ALL,
                                EXTENTS,
                                FIRST)
                        .constants((a, b) -> between(1, a, 4) && between(4, b, 16))
                        .sane(2, 8),
                kernel(
                        "assemble at",
                        "v = pl.slice(x, [2, 8], [0, 0])\ny = pl.assemble(y, v, [A, B])",
                        BOX,
                        PLACES,
                        TO),
                kernel(
                        "assemble of a tile at",
                        "y = pl.assemble(y, pl.load(x, [0, 0], [2, 8]), [A, B])",
                        BOX,
                        PLACES,
                        TO));
    }

    private static List<EdgeCase> pushes() {
        return List.of(
                kernel(
                        "remote load at",
                        WINDOW + PEER + out("pld.remote_load(w, peer, [A, B], [2, 8])") + MEET,
                        BOX,
                        PLACES,
                        FROM),
                kernel(
                        "remote load valid",
                        WINDOW
                                + PEER
                                + out(
                                        "pld.remote_load(w, peer, [0, 0], [4, 16], valid_shape=[A, B])")
                                + MEET,
                        ALL,
                        EXTENTS,
                        FIRST),
                kernel(
                        "remote store at",
                        ZEROS
                                + PEER
                                + "pld.remote_store(pl.load(x, [0, 0], [2, 8]), w, peer, [A, B])\n"
                                + SHOW,
                        BOX,
                        PLACES,
                        TO),
                kernel(
                        "remote store of a tensor at",
                        ZEROS
                                + PEER
                                + "v = pl.slice(x, [2, 8], [0, 0])\npld.tensor.remote_store(v, w, peer, [A, B])\n"
                                + SHOW,
                        BOX,
                        PLACES,
                        TO));
    }

    private static List<EdgeCase> peers() {
        Accepts rank = (a, b) -> between(0, a, 1);
        long[] ranks = {2, 4};
        String zeros = ZEROS + PEER + "if peer == 1:\n    ";
        Result there = (a, b, on, r, c) -> on == a ? x(r, c) : 0;
        return List.of(
                kernel(
                                "put to rank",
                                zeros + "pld.tensor.put(w, A, x)\n" + SHOW,
                                ranks,
                                rank,
                                there)
                        .foundOutLate(),
                kernel(
                                "get from rank",
                                WINDOW + PEER + "pld.tensor.get(y, A, w)\n" + MEET,
                                ranks,
                                rank,
                                SAME)
                        .foundOutLate(),
                kernel(
                                "load from rank",
                                WINDOW
                                        + PEER
                                        + out("pld.remote_load(w, A, [0, 0], [4, 16])")
                                        + MEET,
                                ranks,
                                rank,
                                SAME)
                        .foundOutLate(),
                kernel(
                                "store to rank",
                                zeros
                                        + "pld.remote_store(pl.load(x, [0, 0], [4, 16]), w, A, [0, 0])\n"
                                        + SHOW,
                                ranks,
                                rank,
                                there)
                        .foundOutLate(),
                kernel(
                                "notify",
                                COPY
                                        + "pld.system.notify(w, A, [B, 0], 1, op=pld.NotifyOp.AtomicAdd)\n"
                                        + MEET
                                        + "pld.system.notify(w, A, [B, 0], -1, op=pld.NotifyOp.AtomicAdd)\n",
                                ranks,
                                (a, b) -> between(0, a, 1) && inside(b, 1, 4),
                                SAME)
                        .foundOutLate(),
                kernel(
                        "notify of",
                        COPY
                                + "pld.system.notify(w, peer=pld.rank(pld.get_comm_ctx(w)), offsets=[0, 0],"
                                + " value=A, op=pld.NotifyOp.Set)\n"
                                + "pld.system.notify(w, peer=pld.rank(pld.get_comm_ctx(w)), offsets=[0, 0],"
                                + " value=0, op=pld.NotifyOp.Set)\n",
                        new long[] {7, 7},
                        (a, b) -> a == (int) a,
                        SAME),
                kernel(
                        "wait for",
                        COPY
                                + "pld.system.notify(w, peer=pld.rank(pld.get_comm_ctx(w)), offsets=[0, 0],"
                                + " value=2147483647, op=pld.NotifyOp.Set)\n"
                                + "pld.system.wait(w, [0, 0], expected=A, cmp=pld.WaitCmp.Ge)\n"
                                + "pld.system.notify(w, peer=pld.rank(pld.get_comm_ctx(w)), offsets=[0, 0],"
                                + " value=0, op=pld.NotifyOp.Set)\n",
                        new long[] {7, 7},
                        (a, b) -> a == (int) a,
                        SAME),
                kernel(
                        "wait",
                        COPY + "pld.system.wait(w, [A, B], expected=0, cmp=pld.WaitCmp.Ge)",
                        ALL,
                        ELEMENT,
                        SAME));
    }

    private static List<EdgeCase> elsewhere() {
        Accepts countable = (a, b) -> between(1, a, 4) && between(1, b, 4);
        long[] few = {2, 2};
        return List.of(
                kernel(
                                "tensor of",
                                "v = pl.create_tensor([A, B, 1048576], dtype=pl.INT32)\npl.write(v, [0, 0, 0], pl.const(1, pl.INT32))\nkernel(x, y, w, s, a, b)",
                                few,
                                countable,
                                SAME)
                        .foundOutLate()
                        .in(Place.CHIP),
                kernel(
                                "cores",
                                "kernel(x, y, w, s, a, b)\n"
                                        + "for i in pl.spmd(A, sync_start=True):\n"
                                        + "    pl.write(w, [i, 0], pl.const(1, pl.INT32))",
                                new long[] {4, 4},
                                (a, b) -> between(1, a, 4),
                                SAME)
                        .foundOutLate()
                        .in(Place.CHIP),
                kernel(
                                "slice on the chip",
                                "v = pl.slice(x, [A, B], [0, 0])\ny = pl.assemble(y, v, [0, 0])",
                                ALL,
                                EXTENTS,
                                FIRST)
                        .constants(POSITIVE)
                        .in(Place.CHIP),
                kernel(
                                "assemble on the chip",
                                "y = pl.assemble(y, pl.slice(x, [2, 8], [0, 0]), [A, B])",
                                BOX,
                                PLACES,
                                TO)
                        .in(Place.CHIP),
                kernel(
                                "read on the chip",
                                "pl.write(y, [0, 0], pl.read(x, [A, B]))",
                                ALL,
                                ELEMENT,
                                (a, b, rank, r, c) -> r + c == 0 ? x(a, b) : 0)
                        .in(Place.CHIP),
                kernel(
                                "slice on the host",
                                "chip(pl.slice(x, [A, B, 16], [0, 0, 0]), y[r], w, s, a, b, device=r)",
                                new long[] {1, 4},
                                (a, b) -> a == 1 && b == 4,
                                SAME)
                        .sane(1, 4)
                        .foundOutLate()
                        .in(Place.HOST),
                kernel(
                                "slice on the host at",
                                "chip(pl.slice(x, [1, 4, 16], [A, B, 0]), y[r], w, s, a, b, device=r)",
                                new long[] {2, 4},
                                (a, b) -> between(0, a, 1) && b == 0,
                                SAME)
                        .sane(1, 0)
                        .foundOutLate()
                        .in(Place.HOST),
                kernel(
                                "index on the host",
                                "chip(x[A], y[r], w, s, a, b, device=r)",
                                new long[] {2, 4},
                                (a, b) -> between(0, a, 1),
                                SAME)
                        .foundOutLate()
                        .in(Place.HOST),
                kernel(
                                "window of",
                                "q_buf = pld.alloc_window_buffer([A, B, 16], dtype=pl.INT32)\n"
                                        + "q = pld.window(q_buf, [A, B, 16], dtype=pl.INT32)\n"
                                        + "chip(x[r], y[r], w, s, a, b, device=r)\n"
                                        + "chip(x[r], y[r], q, s, a, b, device=r)",
                                few,
                                (a, b) -> a == 2 && b == 2,
                                SAME)
                        .sane(2, 2)
                        .foundOutLate()
                        .in(Place.HOST));
    }

    private static String out(String tile) {
        return "y = pl.store(" + tile + ", [0, 0], y)\n";
    }
}

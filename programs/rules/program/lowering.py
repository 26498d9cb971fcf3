# What only shows when a program is lowered.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")
V = pl.dynamic("V")


@pl.program
class LoweringRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        other: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        any_x: pl.Tensor[[ANY, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[8, 64], pl.FP32]:
        count = 0
        for i in pl.range(n):
            z = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)
            count = i
        pl.store(pl.load(x, [count, 0], [1, 64]), [0, 0], z)
        y = pl.assemble(y, pl.add(pl.slice(any_x, [1, 64], [n, 0]), 1.0), [0, 0])
        # error: maybe-unset
        for k in pl.range(n):
            for i in pl.range(n):
                part = pl.slice(x, [1, 64], [i, 0])
            pl.store(pl.load(part, [0, 0], [1, 64]), [0, 0], y)
        t = pl.load(x, [0, 0], [1, 64])
        most = 9223372036854775807
        # error: constant-arithmetic
        pl.store(pl.load(x, [most + 1, 0], [1, 64]), [0, 0], y)
        none = 0
        # error: constant-arithmetic
        pl.store(pl.load(x, [4 // none, 0], [1, 64]), [0, 0], y)
        # error: unroll-limit
        for i in pl.unroll(1000000):
            pl.store(t, [0, 0], y)
        # error: tensor-compute-static
        y = pl.assemble(y, pl.exp(any_x), [0, 0])
        # error: tensor-compute-stored
        u = pl.load(pl.tensor.add(x, x), [0, 0], [1, 64])
        # error: write-channel-mixed
        pl.write(y, [0, 0], pl.read(x, [0, 0]))
        pl.write(other, [0, 0], pl.read(x, [0, 0]))
        # error: ub-overflow
        for i in pl.range(n):
            a = pl.tile.full([512, 64], dtype=pl.FP32, value=1.0)
            b = pl.tile.full([256, 64], dtype=pl.FP32, value=1.0)
            pl.store(pl.tile.set_validshape(pl.add(a, pl.tile.full([512, 64], dtype=pl.FP32, value=2.0)), 8, 64), [0, 0], y)
            pl.store(pl.tile.set_validshape(b, 8, 64), [0, 0], y)
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def two_windows(
        self,
        x: pl.Tensor[[4, 64], pl.FP32],
        one: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        two: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        # error: comm-ctx-ambiguous
        for k in pl.range(1):
            w = one
            if n > k:
                w = two
            pld.tensor.put(w, 0, x)
        pld.tensor.put(two, 0, x)

    @pl.function(type=pl.FunctionType.InCore)
    def parts(
        self,
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        first = pl.slice(win, [4, 64], [0, 0])
        pld.tensor.all_to_all(first, pl.slice(win, [4, 64], [4, 0]), sig)
        pld.tensor.all_to_all(first, pl.slice(win, [4, 64], [n, 0]), sig)
        pld.tensor.allgather(pl.slice(win, [1, 64], [4, 0]), first, sig)
        # error: collective-overlap
        pld.tensor.all_to_all(first, pl.slice(win, [4, 64], [1, 0]), sig)
        # error: collective-overlap
        pld.tensor.all_to_all(pl.slice(win, [4, 64], [3, 0]), first, sig)
        # error: collective-overlap
        pld.tensor.allgather(pl.slice(first, [1, 64], [2, 0]), first, sig)

    @pl.function(type=pl.FunctionType.InCore)
    def part(
        self, w: pld.DistributedTensor[[4, 64], pl.FP32]
    ) -> pld.DistributedTensor[[1, 64], pl.FP32]:
        return w[0:1, 0:64]

    @pl.function(type=pl.FunctionType.InCore)
    def send(self, w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]], x: pl.Tensor[[1, 64], pl.FP32]):
        pld.tensor.put(w, 0, x)

    @pl.function(type=pl.FunctionType.InCore)
    def doubled(self, a: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, V * 2])]):
        pl.load(a, [0, 0], [1, 64])

    @pl.function(type=pl.FunctionType.InCore)
    def alike(
        self,
        a: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, V])],
        b: pl.Tensor[[1, 64], pl.FP32, pl.TensorView(valid_shape=[1, V])],
    ):
        pl.load(a, [0, 0], [1, 64])

    @pl.function(type=pl.FunctionType.InCore)
    def __builtin_all_to_all_v__fp32(self, x: pl.Tensor[[4, 64], pl.FP32]):
        pl.load(x, [0, 0], [4, 64])

    @pl.function(type=pl.FunctionType.Orchestration)
    def tasks(
        self,
        row: pl.Tensor[[1, 64], pl.FP32],
        blocks: pl.Tensor[[4, 64], pl.FP32],
        counts: pl.Tensor[[4, 1], pl.INT32],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        self.send(data[0:1, 0:64], row)
        # error: comm-ctx-unknown
        self.send(self.part(data), row)
        self.alike(row, row)
        # error: valid-shape-symbol
        self.doubled(row)
        # error: valid-shape-disagrees
        self.alike(row, pl.tensor.view(row, [1, 64], [1, 9]))
        # error: builtin-name-taken
        pld.tensor.all_to_all_v(blocks, data, sig, counts, recv)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]
    ) -> pl.Tensor[[8, 64], pl.FP32]:
        made = pl.create_tensor([8, 64], dtype=pl.FP32)
        # error: scope-unsupported
        with pl.split_aiv():
            t = pl.load(x, [0, 0], [1, 64])
        with pl.at(level=pl.Level.CORE_GROUP):
            u = pl.load(x, [0, 0], [8, 64])
        with pl.at(level=pl.Level.CORE_GROUP):
            v = pl.load(x, [0, 0], [8, 64])
            # error: scope-export
            y = pl.store(u, [0, 0], y)
        return self.kernel(x, y, made, x, 4)

    @pl.function(type=pl.FunctionType.Orchestration)
    def waits(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        cells: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ) -> pl.Tensor[[8, 64], pl.FP32]:
        with pl.at(level=pl.Level.CORE_GROUP):
            k = n + 1
            pld.system.defer_wait(cells, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        made = pl.create_tensor([8, 64], dtype=pl.FP32)
        # error: defer-wait-export
        z = self.kernel(x, y, made, x, k)
        return self.kernel(x, y, made, x, 4)

    @pl.function(type=pl.FunctionType.Orchestration)
    def fresh(self, x: pl.Tensor[[8, 64], pl.FP32]) -> pl.Tensor[[8, 64], pl.FP32]:
        made = pl.create_tensor([8, 64], dtype=pl.FP32)
        other = pl.create_tensor([8, 64], dtype=pl.FP32)
        return self.kernel(x, made, other, x, 4)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[8, 64], pl.FP32], y: pl.Out[pl.Tensor[[8, 64], pl.FP32]]):
        z = self.chip(x, y, device=0)
        self.chip(z, y, device=0)
        self.fresh(x, device=0)
        # error: dispatch-result-parameter
        for k in pl.range(1):
            lost = self.fresh(x, device=0)
            self.chip(lost, y, device=0)
        y = self.chip(x, y, device=0)

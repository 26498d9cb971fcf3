# Tasks of chip orchestrations, and tasks that complete when cells have reached their values.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TaskRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        return pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def waiter(self, sig: pl.InOut[pld.DistributedTensor[[8, 8], pl.INT32]]):
        pl.func_attr({"deferred_completion_waiter": True})
        pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def nested(self, sig: pl.InOut[pld.DistributedTensor[[8, 8], pl.INT32]]):
        pass
        # error: call-level
        self.waiter(sig)

    @pl.function(type=pl.FunctionType.InCore)
    def unmarked(self, sig: pl.InOut[pld.DistributedTensor[[8, 8], pl.INT32]]):
        pass
        # error: operator-place
        pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.Orchestration)
    def where(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[8, 8], pl.INT32]],
        go: pl.Scalar[pl.BOOL],
    ):
        self.waiter(sig)
        first = pl.submit(self.waiter, sig)
        # error: defer-wait-launch
        second = pl.submit(self.waiter, sig, allow_early_resolve=True)
        # error: defer-wait-launch
        third = pl.submit(self.waiter, sig, predicate=go)
        # error: defer-wait-launch
        fourth = pl.submit(self.waiter, sig, core_num=2)
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="waits", deps=[first]) as t:
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.manual_scope():
            with pl.at(level=pl.Level.CORE_GROUP):
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: defer-wait-launch
        with pl.at(level=pl.Level.CORE_GROUP, allow_early_resolve=True):
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: defer-wait-launch
        with pl.at(level=pl.Level.CORE_GROUP, predicate=go):
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: defer-wait-launch
        with pl.at(level=pl.Level.CORE_GROUP, core_num=2):
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        for i in pl.spmd(4):
            pass
            # error: defer-wait-task
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.cluster():
            with pl.at(level=pl.Level.CORE_GROUP):
                pass
                # error: defer-wait-task
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.AIC):
            pass
            # error: defer-wait-task
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.manual_scope():
            pass
            # error: operator-place
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: submit-deps
        done = pl.submit(self.kernel, x, y, deps=[go])
        done = pl.submit(self.kernel, x, y, deps=[t, first, None])
        # error: submit-place
        other = pl.submit(self.counts, x, sig, 1)
        self.counts(x, sig, 1)

    @pl.function(type=pl.FunctionType.Orchestration)
    def body(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        cube: pl.Tensor[[16, 16], pl.FP32],
        counts: pl.Tensor[[8, 8], pl.INT32],
        sig: pl.InOut[pld.DistributedTensor[[8, 8], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
        peer: pl.Scalar[pl.INT32],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            m: pl.Scalar[pl.INT32] = pl.read(counts, [0, 0])
            k = n + 1
            pld.system.defer_wait(sig, [0, 0], m, cmp=pld.WaitCmp.Ge)
            pld.system.defer_wait(sig, [k, 0], 1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-read
            m: pl.Scalar[pl.INT32] = pl.read(counts, [1, 0])
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-body
            y = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-body
            pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-body
            pld.system.defer_wait(sig, [0, 0], pl.read(counts, [0, 0]), cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-body
            left = pl.load(cube, [0, 0], [16, 16], target_memory=pl.Mem.Mat)
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-body
            for i in pl.parallel(4):
                pld.system.defer_wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-body
            while n > 3:
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.Orchestration)
    def counts(
        self,
        row: pl.Tensor[[1, 64], pl.FP32],
        sig: pl.InOut[pld.DistributedTensor[[8, 8], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        few = pl.create_tensor([8, 8], dtype=pl.INT32)
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(64):
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: defer-wait-count
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(65):
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(8):
                for j in pl.unroll(8):
                    pld.system.defer_wait(sig, [i, j], 1, cmp=pld.WaitCmp.Ge)
        # error: defer-wait-count
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(8):
                for j in pl.range(9):
                    pld.system.defer_wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            if n > 2:
                for i in pl.range(64):
                    pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            else:
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: defer-wait-count
        with pl.at(level=pl.Level.CORE_GROUP):
            if n > 2:
                for i in pl.range(64):
                    pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            total: pl.Scalar[pl.INT32] = pl.read(few, [0, 0])
            for i in pl.range(n):
                total = total + pl.const(1, pl.INT32)
            pld.system.defer_wait(sig, [0, 0], total, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-trips
            for i in pl.range(n):
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-trips
            for i in pl.range(4, 4):
                pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(1):
                one: pl.Scalar[pl.INT32] = pl.read(few, [0, 0])
                pld.system.defer_wait(sig, [0, 0], one, cmp=pld.WaitCmp.Ge)
        with pl.at(level=pl.Level.CORE_GROUP):
            for i in pl.range(2):
                pass
                # error: defer-wait-read
                two: pl.Scalar[pl.INT32] = pl.read(few, [i, 0])
                pld.system.defer_wait(sig, [i, 0], 1, cmp=pld.WaitCmp.Ge)
        part = sig[0:4, 0:8]
        with pl.at(level=pl.Level.CORE_GROUP):
            pass
            # error: defer-wait-signal
            pld.system.defer_wait(part, [0, 0], 1, cmp=pld.WaitCmp.Ge)

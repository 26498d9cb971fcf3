# Collectives that every rank calls, and those that only some do.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class UniformityRules:
    @pl.function(type=pl.FunctionType.InCore)
    def helper(self, sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        pld.tensor.barrier(sig)
        return sig

    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        counts: pl.Tensor[[4], pl.INT32],
        data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        me: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INT32],
    ):
        ctx = pld.get_comm_ctx(data)
        size = pld.nranks(ctx)
        # what all ranks count alike
        for i in pl.range(n):
            pld.tensor.barrier(sig)
        for j in pl.range(size):
            pld.tensor.barrier(sig)
        # what differs from rank to rank, but is no collective
        if pld.rank(ctx) == 0:
            data = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], data)
        for k in pl.range(pld.rank(ctx)):
            data = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], data)
        # both ways make the same calls
        if me == 0:
            data = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], data)
            pld.tensor.barrier(sig)
        else:
            pld.tensor.barrier(sig)
        if n == 3:
            pld.tensor.barrier(sig)
        # error: collective-trip-count
        for a in pl.range(me):
            pld.tensor.barrier(sig)
        # error: collective-trip-count
        for b in pl.range(pld.rank(ctx), size):
            data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)
        # error: collective-trip-count
        for c in pl.range(3):
            if me == 2:
                break
            pld.tensor.barrier(sig)
        # error: collective-branch
        for d in pl.range(2):
            if me == 1:
                pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Max)
            else:
                pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)
        # error: collective-branch
        if pld.rank(ctx) > 1:
            pld.tensor.barrier(sig)
        return data

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        counts: pl.Tensor[[4], pl.INT32],
        data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        me: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INT32],
    ):
        # error: collective-branch
        if me == 0:
            for d in pl.range(2):
                self.helper(sig)
        return self.kernel(x, counts, data, sig, me, n)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32], counts: pl.Tensor[[4], pl.INT32], n: pl.Scalar[pl.INT32]):
        data_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        data = pld.window(data_buf, [1, 64], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(x[r], counts, data, sig, r, n, device=r)

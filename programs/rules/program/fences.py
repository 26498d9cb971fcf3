# Kernels that hold their fences themselves.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class FenceRules:
    @pl.function(type=pl.FunctionType.InCore)
    def lowered_later(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.put(win, peer, x)
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)

    @pl.function(type=pl.FunctionType.InCore)
    def misspelt(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        peer: pl.Scalar[pl.INT32],
    ):
        # error: fences-attribute
        pl.func_attr({"fences": "explict"})
        pld.tensor.put(win, peer, x)

    @pl.function(type=pl.FunctionType.InCore)
    def straight(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pl.func_attr({"fences": "explicit"})
        me = pld.rank(pld.get_comm_ctx(win))
        pld.system.notify(sig, peer, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.tensor.put(win, peer, x)
        pld.system.notify(sig, me, [1, 0], -1, op=pld.NotifyOp.AtomicAdd)
        pl.system.fence()
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        win = pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], win)
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: unfenced-notify
        pld.system.notify(sig, peer, [2, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pl.system.fence()
        win = pl.write(win, [0, 0], pl.read(x, [0, 0]))
        # error: unfenced-notify
        pld.system.notify(sig, peer, [2, 0], 1, op=pld.NotifyOp.Set)
        pl.system.fence()
        t = pl.load(x, [0, 0], [8, 64])
        pld.remote_store(t, win, peer, [0, 0])
        pld.remote_store(t, win, peer, [0, 0])
        # error: unfenced-notify
        pld.tensor.barrier(sig)
        pl.system.fence()
        pld.tensor.barrier(sig)

    @pl.function(type=pl.FunctionType.InCore)
    def branches_and_loops(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        pl.func_attr({"fences": "explicit"})
        for i in pl.range(n):
            pld.tensor.put(win, peer, x)
            pl.system.fence()
            pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.notify(sig, peer, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
        for i in pl.range(n):
            if i > 0:
                pld.system.wait(sig, [1, 0], 1, cmp=pld.WaitCmp.Ge)
                # error: unfenced-notify
                pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.tensor.put(win, peer, x)
        pl.system.fence()
        if n > 1:
            pld.tensor.put(win, peer, x)
        else:
            pld.tensor.put(win, peer, x)
            pl.system.fence()
        # error: unfenced-notify
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pl.system.fence()
        for i in pl.range(n):
            pld.tensor.put(win, peer, x)
            if i > 3:
                break
            pl.system.fence()
        # error: unfenced-notify
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)

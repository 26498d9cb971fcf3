# What lowering writes to say which collective a rank enters.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class EnterRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.system.enter(sig, sig, 'barrier', 0)
        pld.system.enter(win, sig, 'allreduce', n, op=pld.ReduceOp.Max, mode='ring')
        pld.system.enter(win, sig, 'broadcast', 512, root=1)
        pld.system.enter(win, sig, 'reduce_scatter', 512, 64, op=pld.ReduceOp.Sum)
        # error: system-enter-data-missing
        pld.system.enter(signal=sig, operator='barrier', count=0)
        # error: system-enter-data-kind
        pld.system.enter(n, sig, 'barrier', 0)
        # error: system-enter-signal-missing
        pld.system.enter(sig, operator='barrier', count=0)
        # error: system-enter-signal-kind
        pld.system.enter(sig, win, 'barrier', 0)
        # error: system-enter-operator-missing
        pld.system.enter(sig, sig, count=0)
        # error: system-enter-text
        pld.system.enter(sig, sig, 3, 0)
        # error: system-enter-text
        pld.system.enter(win, sig, 'allreduce', 512, mode=3)
        # error: system-enter-count-missing
        pld.system.enter(sig, sig, 'barrier')
        # error: system-enter-count-kind
        pld.system.enter(sig, sig, 'barrier', 0.5)
        # error: system-enter-columns-kind
        pld.system.enter(win, sig, 'allgather', 512, 0.5)
        # error: system-enter-op-kind
        pld.system.enter(win, sig, 'allreduce', 512, op=pld.NotifyOp.Set)
        # error: system-enter-root-kind
        pld.system.enter(win, sig, 'broadcast', 512, root=n)

# Depositing values in signal cells.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class NotifyRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.notify(target=sig, peer=peer + 1, offsets=[n, 0], value=n, op=pld.NotifyOp.Set)
        # error: notify-target-missing
        pld.system.notify(peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-target-kind
        pld.system.notify(target=win, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-peer-missing
        pld.system.notify(target=sig, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-peer-kind
        pld.system.notify(target=sig, peer=1.5, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-offsets-missing
        pld.system.notify(target=sig, peer=peer, value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-offsets-kind
        pld.system.notify(target=sig, peer=peer, offsets=3, value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-offsets-rank
        pld.system.notify(target=sig, peer=peer, offsets=[0], value=1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-value-missing
        pld.system.notify(target=sig, peer=peer, offsets=[0, 0], op=pld.NotifyOp.AtomicAdd)
        # error: notify-value-kind
        pld.system.notify(target=sig, peer=peer, offsets=[0, 0], value=1.5, op=pld.NotifyOp.AtomicAdd)
        # error: notify-op-missing
        pld.system.notify(target=sig, peer=peer, offsets=[0, 0], value=1)
        # error: notify-op-kind
        pld.system.notify(target=sig, peer=peer, offsets=[0, 0], value=1, op=pld.WaitCmp.Eq)
        # error: notify-peer-negative
        pld.system.notify(sig, -1, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: notify-offsets-bounds
        pld.system.notify(sig, peer, [4, 0], 1, op=pld.NotifyOp.Set)
        # error: notify-offsets-bounds
        pld.system.notify(sig, peer, [-1, 0], 1, op=pld.NotifyOp.Set)
        # error: notify-value-range
        pld.system.notify(sig, peer, [0, 0], 2147483648, op=pld.NotifyOp.Set)
        # error: notify-offsets-bounds
        pld.system.notify(sig, peer, [9223372036854775807, 0], 1, op=pld.NotifyOp.Set)
        # error: peer-huge
        pld.system.notify(sig, 2147483648, [0, 0], 1, op=pld.NotifyOp.Set)

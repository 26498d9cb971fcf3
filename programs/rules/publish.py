# What lowering writes to tell a peer a number that is a result.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class PublishRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        counts: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.system.publish(counts, peer, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: system-publish-target-missing
        pld.system.publish(peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        # error: system-publish-target-kind
        pld.system.publish(win, peer, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: system-publish-peer-missing
        pld.system.publish(counts, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        # error: system-publish-peer-kind
        pld.system.publish(counts, 1.5, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: system-publish-offsets-missing
        pld.system.publish(counts, peer, value=1, op=pld.NotifyOp.Set)
        # error: system-publish-offsets-kind
        pld.system.publish(counts, peer, 3, 1, op=pld.NotifyOp.Set)
        # error: system-publish-offsets-rank
        pld.system.publish(counts, peer, [0], 1, op=pld.NotifyOp.Set)
        # error: system-publish-value-missing
        pld.system.publish(counts, peer, [0, 0], op=pld.NotifyOp.Set)
        # error: system-publish-value-kind
        pld.system.publish(counts, peer, [0, 0], 1.5, op=pld.NotifyOp.Set)
        # error: system-publish-op-missing
        pld.system.publish(counts, peer, [0, 0], 1)
        # error: system-publish-op-kind
        pld.system.publish(counts, peer, [0, 0], 1, op=pld.WaitCmp.Eq)

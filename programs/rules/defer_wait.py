# Completion conditions of tasks.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class DeferWaitRules:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        with pl.at(level=pl.Level.CORE_GROUP):
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
            pld.system.defer_wait(signal=sig, offsets=[n, 0], expected=n, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-signal-missing
            pld.system.defer_wait(offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-signal-kind
            pld.system.defer_wait(signal=win, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-offsets-missing
            pld.system.defer_wait(signal=sig, expected=1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-offsets-kind
            pld.system.defer_wait(signal=sig, offsets=3, expected=1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-offsets-rank
            pld.system.defer_wait(signal=sig, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-expected-missing
            pld.system.defer_wait(signal=sig, offsets=[0, 0], cmp=pld.WaitCmp.Ge)
            # error: defer-wait-expected-kind
            pld.system.defer_wait(signal=sig, offsets=[0, 0], expected=1.5, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-cmp-missing
            pld.system.defer_wait(signal=sig, offsets=[0, 0], expected=1)
            # error: defer-wait-cmp-kind
            pld.system.defer_wait(signal=sig, offsets=[0, 0], expected=1, cmp=pld.NotifyOp.Set)
            # error: defer-wait-offsets-bounds
            pld.system.defer_wait(sig, [0, 1], 1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-expected-range
            pld.system.defer_wait(sig, [0, 0], 2147483648, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-expected-range
            pld.system.defer_wait(sig, [0, 0], -1, cmp=pld.WaitCmp.Ge)
            # error: defer-wait-cmp-ge
            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Eq)

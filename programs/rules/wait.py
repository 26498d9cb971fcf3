# Waiting for signal cells.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WaitRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [0, 0], 0, cmp=pld.WaitCmp.Eq)
        pld.system.wait(signal=sig, offsets=[n, 0], expected=n, cmp=pld.WaitCmp.Ge)
        # error: wait-signal-missing
        pld.system.wait(offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        # error: wait-signal-kind
        pld.system.wait(signal=win, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        # error: wait-offsets-missing
        pld.system.wait(signal=sig, expected=1, cmp=pld.WaitCmp.Ge)
        # error: wait-offsets-kind
        pld.system.wait(signal=sig, offsets=3, expected=1, cmp=pld.WaitCmp.Ge)
        # error: wait-offsets-rank
        pld.system.wait(signal=sig, offsets=[0], expected=1, cmp=pld.WaitCmp.Ge)
        # error: wait-expected-missing
        pld.system.wait(signal=sig, offsets=[0, 0], cmp=pld.WaitCmp.Ge)
        # error: wait-expected-kind
        pld.system.wait(signal=sig, offsets=[0, 0], expected=1.5, cmp=pld.WaitCmp.Ge)
        # error: wait-cmp-missing
        pld.system.wait(signal=sig, offsets=[0, 0], expected=1)
        # error: wait-cmp-kind
        pld.system.wait(signal=sig, offsets=[0, 0], expected=1, cmp=pld.NotifyOp.Set)
        # error: wait-offsets-bounds
        pld.system.wait(sig, [0, 1], 1, cmp=pld.WaitCmp.Ge)
        # error: wait-expected-range
        pld.system.wait(sig, [0, 0], 2147483648, cmp=pld.WaitCmp.Ge)

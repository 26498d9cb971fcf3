# What lowering writes to keep what a collective reads apart from what its peers write.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class ApartRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.system.apart(x, win, 'x', 'win')
        pld.system.apart(win, win, 'a', 'b', n)
        # error: system-apart-reads-missing
        pld.system.apart(writes=win, read_name='x', write_name='win')
        # error: system-apart-reads-kind
        pld.system.apart(n, win, 'x', 'win')
        # error: system-apart-writes-missing
        pld.system.apart(x, read_name='x', write_name='win')
        # error: system-apart-writes-kind
        pld.system.apart(x, n, 'x', 'win')
        # error: system-apart-read-name-missing
        pld.system.apart(x, win, write_name='win')
        # error: system-apart-write-name-missing
        pld.system.apart(x, win, 'x')
        # error: system-apart-text
        pld.system.apart(x, win, 3, 'win')
        # error: system-apart-text
        pld.system.apart(x, win, 'x', n)
        # error: system-apart-own-kind
        pld.system.apart(x, win, 'x', 'win', 0.5)

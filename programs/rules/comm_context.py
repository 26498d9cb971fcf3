# Contexts, and a rank's place in them.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class CommContextRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(win)
        me = pld.rank(ctx)
        n_ranks = pld.nranks(ctx)
        right = (me + 1) % n_ranks
        # error: get-comm-ctx-dist-tensor-missing
        pld.get_comm_ctx()
        # error: get-comm-ctx-dist-tensor-kind
        pld.get_comm_ctx(x)
        # error: rank-ctx-missing
        pld.rank()
        # error: rank-ctx-kind
        pld.rank(win)
        # error: nranks-ctx-missing
        pld.nranks()
        # error: nranks-ctx-kind
        pld.nranks(win)
        # error: call-too-many-operands
        pld.rank(ctx, 1)

# Copying from a peer's window.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class GetRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        row: pl.Tensor[[1, 64], pl.FP32],
        cube_x: pl.Tensor[[2, 8, 64], pl.FP32],
        any_x: pl.Tensor[[ANY, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
        flat: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
        cube: pl.InOut[pld.DistributedTensor[[2, 8, 64], pl.FP32]],
        any_win: pl.InOut[pld.DistributedTensor[[ANY, 64], pl.FP32]],
        bits: pl.InOut[pld.DistributedTensor[[8, 64], pl.UINT8]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.tensor.get(y, peer, win)
        pld.tensor.get(y, peer, win, dst_offsets=[7, 0], src_offsets=[0, 0], shape=[1, 64])
        pld.tensor.get(any_x, peer, any_win, chunk_rows=4)
        pld.tensor.get(y, peer, win, chunk_rows=4, chunk_cols=32, pipeline=True)
        pld.tensor.get(y, peer, win, chunk_rows=100)
        pld.tensor.get(cube_x, peer, cube)
        # error: get-dst-missing
        pld.tensor.get(peer=peer, src=win)
        # error: get-dst-kind
        pld.tensor.get(dst=peer, peer=peer, src=win)
        # error: get-peer-missing
        pld.tensor.get(dst=y, src=win)
        # error: get-peer-kind
        pld.tensor.get(dst=y, peer=1.5, src=win)
        # error: get-src-missing
        pld.tensor.get(dst=y, peer=peer)
        # error: get-src-kind
        pld.tensor.get(dst=y, peer=peer, src=x)
        # error: get-dst-offsets-kind
        pld.tensor.get(dst=y, peer=peer, src=win, dst_offsets=3, src_offsets=[0, 0], shape=[1, 64])
        # error: get-dst-offsets-rank
        pld.tensor.get(dst=y, peer=peer, src=win, dst_offsets=[0], src_offsets=[0, 0], shape=[1, 64])
        # error: get-src-offsets-kind
        pld.tensor.get(dst=y, peer=peer, src=win, dst_offsets=[0, 0], src_offsets=3, shape=[1, 64])
        # error: get-src-offsets-rank
        pld.tensor.get(dst=y, peer=peer, src=win, dst_offsets=[0, 0], src_offsets=[0], shape=[1, 64])
        # error: get-shape-kind
        pld.tensor.get(dst=y, peer=peer, src=win, dst_offsets=[0, 0], src_offsets=[0, 0], shape=3)
        # error: get-shape-rank
        pld.tensor.get(dst=y, peer=peer, src=win, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0])
        # error: get-chunk-rows-kind
        pld.tensor.get(dst=y, peer=peer, src=win, chunk_rows=n)
        # error: get-chunk-cols-kind
        pld.tensor.get(dst=y, peer=peer, src=win, chunk_cols=n)
        # error: get-pipeline-kind
        pld.tensor.get(dst=y, peer=peer, src=win, pipeline=1)
        # error: get-dtype
        pld.tensor.get(x, peer, half)
        # error: get-dimensions
        pld.tensor.get(x, peer, flat)
        # error: get-extent-positive
        pld.tensor.get(y, peer, win, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0, 64])
        # error: get-same-shape
        pld.tensor.get(row, peer, win)
        # error: get-region-bounds
        pld.tensor.get(y, peer, win, dst_offsets=[8, 0], src_offsets=[0, 0], shape=[1, 64])
        # error: get-region-bounds
        pld.tensor.get(y, peer, win, dst_offsets=[0, 0], src_offsets=[0, 32], shape=[1, 64])
        # error: get-region-bounds
        pld.tensor.get(y, peer, win, dst_offsets=[0, 0], src_offsets=[-1, 0], shape=[1, 64])
        # error: get-peer-negative
        pld.tensor.get(y, -1, win)
        # error: call-operand-group
        pld.tensor.get(y, peer, win, dst_offsets=[0, 0])
        # error: call-unknown-keyword
        pld.tensor.get(y, peer, win, atomic=pld.AtomicType.Add)
        # error: get-chunk-negative
        pld.tensor.get(y, peer, win, chunk_rows=-1)
        # error: get-chunk-rows-needed
        pld.tensor.get(any_x, peer, any_win)
        # error: get-chunk-cols-needed
        pld.tensor.get(y, peer, win, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, n])
        # error: get-pipeline-chunks
        pld.tensor.get(y, peer, win, pipeline=True)
        # error: get-stage-size
        pld.tensor.get(any_x, peer, any_win, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[4096, 64])
        # error: get-stage-dtype
        pld.tensor.get(bits, peer, bits)

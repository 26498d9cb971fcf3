# Copying into a peer's window.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class PutRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        row: pl.Tensor[[1, 64], pl.FP32],
        long_x: pl.Tensor[[8, 64], pl.INT64],
        cube_x: pl.Tensor[[2, 8, 64], pl.FP32],
        any_x: pl.Tensor[[ANY, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
        flat: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
        longs: pl.InOut[pld.DistributedTensor[[8, 64], pl.INT64]],
        cube: pl.InOut[pld.DistributedTensor[[2, 8, 64], pl.FP32]],
        any_win: pl.InOut[pld.DistributedTensor[[ANY, 64], pl.FP32]],
        bits: pl.InOut[pld.DistributedTensor[[8, 64], pl.UINT8]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.tensor.put(win, peer, x)
        pld.tensor.put(win, peer, x, dst_offsets=[7, 0], src_offsets=[0, 0], shape=[1, 64])
        pld.tensor.put(win, peer, x, atomic=pld.AtomicType.Add)
        pld.tensor.put(any_win, peer, any_x, chunk_rows=4)
        pld.tensor.put(win, peer, x, chunk_rows=4, chunk_cols=32, pipeline=True)
        pld.tensor.put(win, peer, x, chunk_rows=100)
        pld.tensor.put(cube, peer, cube_x)
        # error: put-dst-missing
        pld.tensor.put(peer=peer, src=x)
        # error: put-dst-kind
        pld.tensor.put(dst=x, peer=peer, src=x)
        # error: put-peer-missing
        pld.tensor.put(dst=win, src=x)
        # error: put-peer-kind
        pld.tensor.put(dst=win, peer=1.5, src=x)
        # error: put-src-missing
        pld.tensor.put(dst=win, peer=peer)
        # error: put-src-kind
        pld.tensor.put(dst=win, peer=peer, src=peer)
        # error: put-dst-offsets-kind
        pld.tensor.put(dst=win, peer=peer, src=x, dst_offsets=3, src_offsets=[0, 0], shape=[1, 64])
        # error: put-dst-offsets-rank
        pld.tensor.put(dst=win, peer=peer, src=x, dst_offsets=[0], src_offsets=[0, 0], shape=[1, 64])
        # error: put-src-offsets-kind
        pld.tensor.put(dst=win, peer=peer, src=x, dst_offsets=[0, 0], src_offsets=3, shape=[1, 64])
        # error: put-src-offsets-rank
        pld.tensor.put(dst=win, peer=peer, src=x, dst_offsets=[0, 0], src_offsets=[0], shape=[1, 64])
        # error: put-shape-kind
        pld.tensor.put(dst=win, peer=peer, src=x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=3)
        # error: put-shape-rank
        pld.tensor.put(dst=win, peer=peer, src=x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0])
        # error: put-atomic-kind
        pld.tensor.put(dst=win, peer=peer, src=x, atomic=pld.WaitCmp.Eq)
        # error: put-chunk-rows-kind
        pld.tensor.put(dst=win, peer=peer, src=x, chunk_rows=n)
        # error: put-chunk-cols-kind
        pld.tensor.put(dst=win, peer=peer, src=x, chunk_cols=n)
        # error: put-pipeline-kind
        pld.tensor.put(dst=win, peer=peer, src=x, pipeline=1)
        # error: put-dtype
        pld.tensor.put(half, peer, x)
        # error: put-dimensions
        pld.tensor.put(flat, peer, x)
        # error: put-extent-positive
        pld.tensor.put(win, peer, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0, 64])
        # error: put-same-shape
        pld.tensor.put(win, peer, row)
        # error: put-region-bounds
        pld.tensor.put(win, peer, x, dst_offsets=[8, 0], src_offsets=[0, 0], shape=[1, 64])
        # error: put-region-bounds
        pld.tensor.put(win, peer, x, dst_offsets=[0, 0], src_offsets=[0, 32], shape=[1, 64])
        # error: put-region-bounds
        pld.tensor.put(win, peer, x, dst_offsets=[0, 0], src_offsets=[-1, 0], shape=[1, 64])
        # error: put-peer-negative
        pld.tensor.put(win, -1, x)
        # error: call-operand-group
        pld.tensor.put(win, peer, x, dst_offsets=[0, 0])
        # error: put-atomic-dtype
        pld.tensor.put(longs, peer, long_x, atomic=pld.AtomicType.Add)
        # error: put-chunk-negative
        pld.tensor.put(win, peer, x, chunk_rows=-1)
        # error: put-chunk-rows-needed
        pld.tensor.put(any_win, peer, any_x)
        # error: put-chunk-cols-needed
        pld.tensor.put(win, peer, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, n])
        # error: put-pipeline-chunks
        pld.tensor.put(win, peer, x, pipeline=True)
        # error: put-stage-size
        pld.tensor.put(any_win, peer, any_x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[4096, 64])
        # error: put-stage-dtype
        pld.tensor.put(bits, peer, bits)
        # error: put-region-bounds
        pld.tensor.put(win, peer, x, dst_offsets=[9223372036854775807, 0], src_offsets=[0, 0], shape=[1, 64])
        # error: put-region-bounds
        pld.tensor.put(win, peer, x, dst_offsets=[0, 0], src_offsets=[0, 9223372036854775807], shape=[1, 64])
        # error: shape-bytes
        pld.tensor.put(any_win, peer, any_x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[4611686018427387904, 64], chunk_rows=1)
        # error: put-stage-size
        pld.tensor.put(any_win, peer, any_x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1152921504606846976, 1])
        # error: peer-huge
        pld.tensor.put(win, 2147483648, x)

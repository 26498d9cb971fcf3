# expect: OK
# ranks: 8
"""PUB-8: neighbouring cells, each set by a rank of its own.

Eight packed cells on every rank. In each round a rank sets its cell on all ranks, itself too, waits until all of its own
cells have come so far, and looks whether one has another value than that: wrong counts those. A barrier ends the round.
Then a cell is set to 1, to 0 and to 2, and each is seen by a wait for just that value, and acknowledged.

    ./crosstile run programs/checking/pub8_neighbours.py --ranks 8
"""

import pypto.language as pl
import pypto.language.distributed as pld

ROUNDS = 500


@pl.program
class Neighbours:
    @pl.function(type=pl.FunctionType.InCore)
    def rounds(
        self,
        cells: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
        barrier: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
        wrong: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    ):
        me = pl.cast(pld.rank(pld.get_comm_ctx(cells)), pl.INDEX)
        count = pl.const(0, pl.INT32)
        for k in pl.range(ROUNDS):
            value = pl.cast(k + 1, pl.INT32)
            for q in pl.range(8):
                pld.system.notify(cells, q, [me, 0], value, op=pld.NotifyOp.Set)
            for q in pl.range(8):
                pld.system.wait(cells, [q, 0], value, cmp=pld.WaitCmp.Ge)
            for q in pl.range(8):
                if pl.read(cells, [q, 0]) != value:
                    count = count + pl.const(1, pl.INT32)
            pld.tensor.barrier(barrier)
        pl.write(wrong, [0, 0], count)

    @pl.function(type=pl.FunctionType.InCore)
    def there_and_back(
        self,
        cells: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
        acks: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        barrier: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
        seen: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    ):
        me = pld.rank(pld.get_comm_ctx(cells))
        right = (me + 1) % 8
        left = (me + 7) % 8
        pld.system.notify(cells, me, [3, 0], 0, op=pld.NotifyOp.Set)
        pld.tensor.barrier(barrier)
        pld.system.notify(cells, right, [3, 0], 1, op=pld.NotifyOp.Set)
        pld.system.wait(cells, [3, 0], 1, cmp=pld.WaitCmp.Eq)
        pld.system.notify(acks, left, [0, 0], 1, op=pld.NotifyOp.Set)
        pld.system.wait(acks, [0, 0], 1, cmp=pld.WaitCmp.Eq)
        pld.system.notify(cells, right, [3, 0], 0, op=pld.NotifyOp.Set)
        pld.system.wait(cells, [3, 0], 0, cmp=pld.WaitCmp.Eq)
        pld.system.notify(acks, left, [0, 0], 2, op=pld.NotifyOp.Set)
        pld.system.wait(acks, [0, 0], 2, cmp=pld.WaitCmp.Eq)
        pld.system.notify(cells, right, [3, 0], 2, op=pld.NotifyOp.Set)
        pld.system.wait(cells, [3, 0], 2, cmp=pld.WaitCmp.Eq)
        pl.write(seen, [0, 0], pl.read(cells, [3, 0]))

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        cells: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
        acks: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        barrier: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
        wrong: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
        seen: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    ):
        self.rounds(cells, barrier, wrong)
        self.there_and_back(cells, acks, barrier, seen)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self, wrong: pl.Out[pl.Tensor[[8, 1, 1], pl.INT32]], seen: pl.Out[pl.Tensor[[8, 1, 1], pl.INT32]]
    ):
        cells_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
        cells = pld.window(cells_buf, [8, 1], dtype=pl.INT32)
        acks_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
        acks = pld.window(acks_buf, [1, 1], dtype=pl.INT32)
        barrier_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
        barrier = pld.window(barrier_buf, [8, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(cells, acks, barrier, wrong[r], seen[r], device=r)

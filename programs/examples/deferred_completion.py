"""Many tasks of each rank wait for a neighbour without occupying a core: conditions of completion.

Each rank submits waiters and consumers first, and the task that sends last. With blocking waits the waiters would
hold every core, and nobody would send. `defer_wait` only tells the scheduler what the completion of the task waits
for; the core is free again at once.

    crosstile run programs/examples/deferred_completion.py --ranks 2 --tasks
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
COUNT = 48
WIDTH = 8


@pl.program
class DeferredCompletion:
    @pl.function(type=pl.FunctionType.Orchestration)
    def on_each_chip(
        self,
        x: pl.Tensor[[1, WIDTH], pl.INT32],
        y: pl.Out[pl.Tensor[[COUNT, WIDTH], pl.INT32]],
        data: pl.InOut[pld.DistributedTensor[[1, WIDTH], pl.INT32]],
        arrived: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ) -> pl.Tensor[[COUNT, WIDTH], pl.INT32]:
        with pl.manual_scope():
            for row in pl.range(COUNT):
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="waits") as waits:
                    pld.system.defer_wait(arrived, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                with pl.at(level=pl.Level.CORE_GROUP, name_hint="copies", deps=[waits]):
                    y = pl.store(pl.load(data, [0, 0], [1, WIDTH]), [row, 0], y)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="sends"):
                pld.tile.remote_store(pl.load(x, [0, 0], [1, WIDTH]), target=data, peer=peer, offsets=[0, 0])
                pld.system.notify(arrived, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
        return y

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        x: pl.Tensor[[NR, 1, WIDTH], pl.INT32],
        y: pl.Out[pl.Tensor[[NR, COUNT, WIDTH], pl.INT32]],
    ):
        data_buf = pld.alloc_window_buffer([1, WIDTH], dtype=pl.INT32)
        data = pld.window(data_buf, [1, WIDTH], dtype=pl.INT32)
        arrived_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
        arrived = pld.window(arrived_buf, [1, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.on_each_chip(x[r], y[r], data, arrived, (r + 1) % pld.world_size(), device=r)

"""Tasks of a chip and what orders them: memory that they share, and `deps`.

`left` and `right` touch different halves of the buffer, so they run at once. `joined` reads all of it, so it comes
after both. The second round writes the halves again, so it comes after the reader. `done` touches nothing of theirs;
only its `deps` say that it comes last.

    crosstile run programs/examples/task_dependences.py --tasks
"""

import pypto.language as pl

N = 64


@pl.program
class TaskDependences:
    @pl.function(type=pl.FunctionType.InCore)
    def half(
        self, x: pl.Tensor[[4, N], pl.FP32], half: pl.Out[pl.Tensor[[4, N], pl.FP32]], factor: pl.Scalar[pl.FP32]
    ) -> pl.Tensor[[4, N], pl.FP32]:
        return pl.store(pl.mul(pl.load(x, [0, 0], [4, N]), factor), [0, 0], half)

    @pl.function(type=pl.FunctionType.Orchestration)
    def on_chip(
        self,
        x: pl.Tensor[[4, N], pl.FP32],
        y: pl.Out[pl.Tensor[[8, N], pl.FP32]],
        z: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        buffer = pl.create_tensor([8, N], dtype=pl.FP32)
        last = None
        for i in pl.range(2):
            self.half(x, pl.slice(buffer, [4, N], [0, 0]), 2.0)
            self.half(x, pl.slice(buffer, [4, N], [4, 0]), 3.0)
            with pl.at(level=pl.Level.CORE_GROUP, name_hint="joined") as joined:
                y = pl.store(pl.add(pl.load(buffer, [0, 0], [8, N]), 1.0), [0, 0], y)
            last = joined
        with pl.at(level=pl.Level.CORE_GROUP, name_hint="done", deps=[last]):
            z = pl.store(pl.load(x, [3, 0], [1, N]), [0, 0], z)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        x: pl.Tensor[[4, N], pl.FP32],
        y: pl.Out[pl.Tensor[[8, N], pl.FP32]],
        z: pl.Out[pl.Tensor[[1, N], pl.FP32]],
    ):
        self.on_chip(x, y, z, device=0)

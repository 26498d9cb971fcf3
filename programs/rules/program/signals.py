# Notifies and waits that go together, and those that do not.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class SignalRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        flags: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        told: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        rounds: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INT32],
    ):
        ctx = pld.get_comm_ctx(sig)
        me = pld.rank(ctx)
        size = pld.nranks(ctx)
        nxt = (me + 1) % size
        # cell 0 is added to, cell 1 is set, cell 2 is never notified, cell 3 only loses credit
        pld.system.notify(sig, nxt, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.notify(sig, nxt, [1, 0], 3, op=pld.NotifyOp.Set)
        pld.system.notify(sig, me, [3, 0], -1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, [0, 0], 100, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [1, 0], 3, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [1, 0], 3, cmp=pld.WaitCmp.Eq)
        pld.system.wait(sig, [2, 0], 0, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [2, 0], n, cmp=pld.WaitCmp.Ge)
        pld.system.wait(sig, [3, 0], -1, cmp=pld.WaitCmp.Eq)
        pld.system.wait(sig, [me, 0], 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(0):
            pld.system.wait(sig, [2, 0], 1, cmp=pld.WaitCmp.Ge)
        if 1 == 2:
            pld.system.wait(sig, [2, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: wait-never-true
        pld.system.wait(sig, [2, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: wait-never-true
        pld.system.wait(sig, [2, 0], me + 1, cmp=pld.WaitCmp.Ge)
        # error: wait-never-true
        pld.system.wait(sig, [2, 0], size, cmp=pld.WaitCmp.Ge)
        # error: wait-never-true
        pld.system.wait(sig, [1, 0], 4, cmp=pld.WaitCmp.Ge)
        # error: wait-never-true
        pld.system.wait(sig, [1, 0], 2, cmp=pld.WaitCmp.Eq)
        # error: wait-never-true
        pld.system.wait(sig, [3, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: wait-never-true
        for i in pl.range(3):
            pld.system.wait(sig, [2, 0], i + 1, cmp=pld.WaitCmp.Ge)
        # flags are written as data, too: nothing is known about them
        pld.system.wait(flags, [5, 0], 7, cmp=pld.WaitCmp.Ge)
        pl.write(flags, [5, 0], pl.const(7, pl.INT32))

        # told is written as data in a function that takes it for a tensor
        pld.system.wait(told, [5, 0], 7, cmp=pld.WaitCmp.Ge)

        # credit that is taken back, or numbers that grow
        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [4, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [4, 0], 1, cmp=pld.WaitCmp.Ge)
            pld.system.notify(sig, me, [4, 0], -1, op=pld.NotifyOp.AtomicAdd)
        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [5, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [5, 0], i + 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(4):
            pld.system.notify(sig, nxt, [6 + i, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [6 + i, 0], 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [13, 0], 1, op=pld.NotifyOp.AtomicAdd)
            if i == 0:
                pld.system.wait(sig, [13, 0], 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(1):
            pld.system.notify(sig, nxt, [10, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.wait(sig, [10, 0], 1, cmp=pld.WaitCmp.Ge)
        # one flag, looked at again and again
        pld.system.notify(sig, nxt, [11, 0], 1, op=pld.NotifyOp.AtomicAdd)
        for i in pl.range(rounds):
            pld.system.wait(sig, [11, 0], 1, cmp=pld.WaitCmp.Ge)
        # a total that is waited for again and again
        for i in pl.range(4):
            pld.system.notify(sig, 0, [12, 0], 1, op=pld.NotifyOp.AtomicAdd)
        for i in pl.range(2):
            if me == 0:
                pld.system.wait(sig, [12, 0], 4, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def tell(self, cells: pl.Out[pl.Tensor[[16, 1], pl.INT32]]):
        pl.write(cells, [5, 0], pl.const(7, pl.INT32))

    @pl.function(type=pl.FunctionType.InCore)
    def kept(self, sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]], rounds: pl.Scalar[pl.INT32]):
        ctx = pld.get_comm_ctx(sig)
        me = pld.rank(ctx)
        size = pld.nranks(ctx)
        nxt = (me + 1) % size
        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            # error: signal-credit-kept
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(2):
            for peer in pl.range(size):
                if peer != me:
                    pld.system.notify(sig, peer, [4 + me, 0], 1, op=pld.NotifyOp.AtomicAdd)
            for peer in pl.range(size):
                if peer != me:
                    seen = pl.read(sig, [0, 0])
                    # error: signal-credit-kept
                    pld.system.wait(sig, [4 + peer, 0], 1, cmp=pld.WaitCmp.Ge)

        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [1, 0], 1, op=pld.NotifyOp.Set)
            # error: signal-credit-kept
            pld.system.wait(sig, [1, 0], 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [2, 0], i + 1, op=pld.NotifyOp.Set)
            pld.system.wait(sig, [2, 0], i + 1, cmp=pld.WaitCmp.Ge)
        for i in pl.range(rounds):
            pld.system.notify(sig, nxt, [3, 0], 1, op=pld.NotifyOp.Set)
            pld.system.wait(sig, [3, 0], 1, cmp=pld.WaitCmp.Ge)
            pld.system.notify(sig, me, [3, 0], 0, op=pld.NotifyOp.Set)

    @pl.function(type=pl.FunctionType.InCore)
    def producer_and_consumer(self, sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(sig))
        if me == 0:
            for i in pl.range(5):
                pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        else:
            for i in pl.range(5):
                seen = pl.read(sig, [0, 0])
                # error: signal-credit-kept
                pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def launched_again(self, sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]], k: pl.Scalar[pl.INT32]):
        ctx = pld.get_comm_ctx(sig)
        nxt = (pld.rank(ctx) + 1) % pld.nranks(ctx)
        pld.system.notify(sig, nxt, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        # error: signal-credit-kept
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        pld.system.notify(sig, nxt, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, [1, 0], k + 1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def mixed(self, sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]]):
        ctx = pld.get_comm_ctx(sig)
        me = pld.rank(ctx)
        nxt = (me + 1) % pld.nranks(ctx)
        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        # error: signal-set-and-add
        pld.system.notify(sig, 0, [0, 0], 0, op=pld.NotifyOp.Set)
        for peer in pl.range(pld.nranks(ctx)):
            if peer != me:
                pld.system.notify(sig, peer, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
        for peer in pl.range(pld.nranks(ctx)):
            seen = pl.read(sig, [0, 0])
            # error: signal-set-and-add
            pld.system.notify(sig, peer, [1, 0], 0, op=pld.NotifyOp.Set)
        # one rank does one after the other
        pld.system.notify(sig, nxt, [2, 0], 1, op=pld.NotifyOp.Set)
        pld.system.notify(sig, nxt, [2, 0], 1, op=pld.NotifyOp.AtomicAdd)
        # the owner clears a cell when it has seen what it waited for
        pld.system.notify(sig, 0, [3, 0], 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(sig, [2, 0], 2, cmp=pld.WaitCmp.Ge)
        pld.system.notify(sig, me, [3, 0], 0, op=pld.NotifyOp.Set)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        flags: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        told: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        kept: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        shared: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        sets: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]],
        n: pl.Scalar[pl.INT32],
    ):
        self.tell(told)
        self.kernel(sig, flags, told, 4, n)
        self.kept(kept, 4)
        self.producer_and_consumer(shared)
        self.mixed(sets)

    @pl.function(type=pl.FunctionType.Orchestration)
    def again(self, sig: pl.InOut[pld.DistributedTensor[[16, 1], pl.INT32]], k: pl.Scalar[pl.INT32]):
        self.launched_again(sig, k)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, n: pl.Scalar[pl.INT32]):
        sig_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [16, 1], dtype=pl.INT32)
        flags_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        flags = pld.window(flags_buf, [16, 1], dtype=pl.INT32)
        told_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        told = pld.window(told_buf, [16, 1], dtype=pl.INT32)
        kept_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        kept = pld.window(kept_buf, [16, 1], dtype=pl.INT32)
        shared_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        shared = pld.window(shared_buf, [16, 1], dtype=pl.INT32)
        sets_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        sets = pld.window(sets_buf, [16, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(sig, flags, told, kept, shared, sets, n, device=r)
        again_buf = pld.alloc_window_buffer([16, 1], dtype=pl.INT32)
        again = pld.window(again_buf, [16, 1], dtype=pl.INT32)
        for k in pl.range(3):
            for r in pl.range(pld.world_size()):
                self.again(again, k, device=r)

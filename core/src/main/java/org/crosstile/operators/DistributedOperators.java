package org.crosstile.operators;

import java.util.List;
import org.crosstile.model.Op;

/** The operators that see other ranks. */
final class DistributedOperators {
    private DistributedOperators() {}

    static List<Op> all() {
        return List.of(
                AllocWindowBuffer.OP,
                Window.OP,
                WorldSize.OP,
                GetCommCtx.OP,
                CommRank.OP,
                CommSize.OP,
                RemoteLoad.OP,
                TileRemoteStore.OP,
                TensorRemoteStore.OP,
                TensorPut.OP,
                TensorGet.OP,
                TilePut.OP,
                TileGet.OP,
                Notify.OP,
                Publish.OP,
                Wait.OP,
                DeferWait.OP,
                Barrier.OP,
                AllReduce.OP,
                Broadcast.OP,
                ReduceScatter.OP,
                AllGather.OP,
                AllToAll.OP,
                AllToAllV.OP,
                ViewAs.OP,
                Enter.OP,
                Apart.OP,
                ReportRows.OP,
                Fence.OP,
                BlockIndex.INDEX,
                BlockIndex.COUNT,
                CacheInvalid.OP,
                JoinDevices.OP);
    }
}

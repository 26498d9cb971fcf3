import java.lang.foreign.ValueLayout;
import org.crosstile.abi.DType;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.Fabric;
import org.crosstile.isa.GlobalTensor;
import org.crosstile.isa.ParallelGroup;
import org.crosstile.isa.RecordEvent;
import org.crosstile.isa.ReduceOp;
import org.crosstile.isa.Tile;
import org.crosstile.isa.TileType;
import org.crosstile.isa.Timeline;

/**
 * The root of eight ranks adds 64 KiB of each, once with one receiving tile and once with two: the
 * results are the same, and on the simulated clock the second is faster by what its loads hide.
 *
 * <pre>
 * "$(./crosstile --jdk)/bin/java" --add-modules jdk.incubator.vector \
 *     -cp 'core/target/app/crosstile.jar:core/target/app/lib/*' programs/isa/ReduceInJava.java
 * </pre>
 */
public final class ReduceInJava {
    private static final int RANKS = 8;

    private ReduceInJava() {}

    public static void main(String[] args) {
        Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), RANKS);
        GlobalTensor[] x = fabric.tensors("x", DType.FP32, 128, 128);
        GlobalTensor[] y = fabric.tensors("y", DType.FP32, 128, 128);
        for (GlobalTensor tensor : x) {
            for (int i = 0; i < 128 * 128; i++) {
                tensor.view()
                        .segment()
                        .setAtIndex(ValueLayout.JAVA_FLOAT, i, i + 100 * tensor.rank());
            }
        }
        TileType type = TileType.fixed(DType.FP32, 128, 128);

        Timeline one =
                fabric.run(core -> {
                    if (core.rank() == 0) {
                        Tile acc = core.tile("acc", type);
                        Tile recv = core.tile("recv", type);
                        core.treduce(
                                ParallelGroup.create(x, RANKS, 0), y[0], acc, recv, ReduceOp.Sum);
                    }
                });
        System.out.println("one receiving tile:  " + one.end() + " cycles");

        Timeline two =
                fabric.run(core -> {
                    if (core.rank() == 0) {
                        Tile acc = core.tile("acc", type);
                        Tile ping = core.tile("ping", type);
                        Tile pong = core.tile("pong", type);
                        ParallelGroup group = ParallelGroup.create(x, RANKS, 0);
                        // Whoever used the tiles again would wait for this event, of the last store.
                        RecordEvent reduced =
                                core.treduce(group, y[0], acc, ping, pong, ReduceOp.Sum);
                        System.out.println("the result is there after " + reduced.time());
                    }
                });
        System.out.println("two, taking turns:   " + two.end() + " cycles");
        float last = y[0].view().segment().getAtIndex(ValueLayout.JAVA_FLOAT, 128 * 128 - 1);
        System.out.println("last element: " + last);
    }
}

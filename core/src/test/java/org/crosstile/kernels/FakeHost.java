package org.crosstile.kernels;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Host;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;

/** A host that runs every launch at once, on fake ranks. */
public final class FakeHost implements Host {
    /** A launch as it was asked for. */
    public record Launch(int function, long device, List<Object> args, int site) {}

    private final CompiledProgram program;
    private final List<FakeRank> ranks = new ArrayList<>();
    private final List<Launch> launches = new ArrayList<>();

    public FakeHost(CompiledProgram program, int size) {
        this.program = program;
        for (int i = 0; i < size; i++) {
            ranks.add(new FakeRank(i));
        }
    }

    public List<Launch> launches() {
        return launches;
    }

    public FakeRank rank(int device) {
        return ranks.get(device);
    }

    @Override
    public long worldSize() {
        return ranks.size();
    }

    @Override
    public WindowBuffer allocate(String name, long bytes, int site) {
        return new WindowBuffer(name, 0, bytes, new Domain("all", List.of(0, 1)));
    }

    @Override
    public View window(WindowBuffer buffer, long[] shape, DType dtype, int site) {
        return Views.of(dtype, shape);
    }

    @Override
    public void dispatch(int function, long device, Object[] args, int site) {
        launches.add(new Launch(function, device, List.of(args), site));
        program.function(function).invoke(ranks.get((int) device), args);
    }

    @Override
    public void join() {}

    @Override
    public View createTensor(long[] shape, DType dtype, int site) {
        return Views.of(dtype, shape);
    }
}

package org.crosstile.bench;

import java.util.concurrent.TimeUnit;
import org.crosstile.source.SourceText;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** What a text costs: its line table, and finding a line. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class SourceBenchmark {

    @Param({"100", "10000"})
    public int lines;

    private String characters = "";
    private SourceText text = new SourceText("<bench>", "");
    private int offset;

    @Setup
    public void setUp() {
        characters = "pld.system.notify(sig, peer=nxt, offsets=[my_rank, 0])\n".repeat(lines);
        text = new SourceText("<bench>", characters);
    }

    @Benchmark
    public SourceText lineTable() {
        return new SourceText("<bench>", characters);
    }

    @Benchmark
    public int lineOfAnOffset() {
        offset = (offset + 7919) % characters.length();
        return text.lineOf(offset);
    }
}

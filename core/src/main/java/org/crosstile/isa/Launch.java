package org.crosstile.isa;

/** One run of a kernel: the clocks of all ranks, and what they have touched and told each other. */
final class Launch {
    private final CostModel costs;
    private final Timeline timeline;
    private final Pipes[] pipes;
    private final Crossings crossings;
    private final GmAccesses gm;
    private final Deposits deposits;
    private final Turns turns;
    private final Ccu ccu;

    Launch(CostModel costs, int ranks, Timeline timeline, Ccu ccu) {
        this.costs = costs;
        this.timeline = timeline;
        this.ccu = ccu;
        this.crossings = new Crossings(ranks);
        this.pipes = new Pipes[ranks];
        for (int r = 0; r < ranks; r++) {
            pipes[r] = new Pipes(r, costs, timeline, crossings);
        }
        this.gm = new GmAccesses(ranks, crossings);
        this.deposits = new Deposits();
        this.turns = new Turns(ranks);
        ccu.begin();
    }

    CostModel costs() {
        return costs;
    }

    Timeline timeline() {
        return timeline;
    }

    Pipes[] pipes() {
        return pipes;
    }

    GmAccesses gm() {
        return gm;
    }

    Crossings crossings() {
        return crossings;
    }

    Deposits deposits() {
        return deposits;
    }

    Turns turns() {
        return turns;
    }

    Ccu ccu() {
        return ccu;
    }

    Core core(int rank) {
        return new Core(rank, pipes.length, this);
    }
}

package org.crosstile.isa.text;

import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.isa.Arch;
import org.crosstile.isa.Finding;
import org.crosstile.isa.IsaRules;
import org.crosstile.isa.OperandRules;
import org.crosstile.isa.TileType;
import org.crosstile.isa.UbAllocator;
import org.crosstile.memory.Fault;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Where the tiles of a function lie in the UB: where the author says, else one behind the other.
 */
final class TilePlaces {
    private final Arch arch;
    private final Problems problems;
    private final UbAllocator allocator;
    private final Map<Asm.Op, Integer> addresses = new IdentityHashMap<>();
    private int end;

    private TilePlaces(Arch arch, Problems problems) {
        this.arch = arch;
        this.problems = problems;
        this.allocator = new UbAllocator(arch);
    }

    static TilePlaces of(Asm.Function function, Arch arch, Problems problems) {
        TilePlaces places = new TilePlaces(arch, problems);
        places.block(function.body(), false);
        return places;
    }

    /** The address of a tile. */
    int address(Asm.Op alloc) {
        return addresses.getOrDefault(alloc, 0);
    }

    /** Nothing of the author's lies behind this address, which is a multiple of 1 KiB. */
    int end() {
        return Math.ceilDiv(end, 1024) * 1024;
    }

    private void block(List<Asm.Stmt> body, boolean inLoop) {
        for (Asm.Stmt stmt : body) {
            if (problems.errors() >= AsmTokens.MOST_ERRORS) {
                return;
            }
            switch (stmt) {
                case Asm.If branch -> {
                    block(branch.then(), inLoop);
                    block(branch.otherwise(), inLoop);
                }
                case Asm.For loop -> block(loop.body(), true);
                case Asm.Op op -> {
                    if (op.mnemonic() == Mnemonic.ALLOC_TILE
                            && !op.types().isEmpty()
                            && op.types().getFirst().type() instanceof Asm.TileBuf(TileType tile)) {
                        place(op, tile, inLoop);
                    }
                }
            }
        }
    }

    private void place(Asm.Op op, TileType type, boolean inLoop) {
        String name = op.result().map(Asm.Word::text).orElse("tile");
        List<Finding> found = OperandRules.tile(name, type);
        if (!found.isEmpty()) {
            report(op, found.getFirst().rule(), found.getFirst().found(), found.getFirst().hint());
            return;
        }
        int address = new Attributes(op, problems).optionalNumber("addr").orElse(-1);
        if (op.attr("addr").isPresent()) {
            OperandRules.place(name, type, address, arch)
                    .forEach(f -> report(op, f.rule(), f.found(), f.hint()));
        } else if (inLoop) {
            Problem.error(AsmRules.TILE_PLACE, op.span(), "this is in a loop")
                    .hint("allocate it before the loop, or give it an address by {addr = 0 : i32}")
                    .to(problems);
        } else {
            try {
                address = allocator.place(name, type);
            } catch (Fault fault) {
                report(op, IsaRules.find(fault.rule()).orElseThrow(), fault.found(), fault.hint());
            }
        }
        addresses.put(op, Math.max(0, address));
        end = (int) Math.max(end, Math.max(0, address) + type.bytes());
    }

    private void report(Asm.Op op, Rule rule, String found, String hint) {
        Problem.error(rule, op.span(), "this tile " + found.replaceFirst("^`[^`]*` ", ""))
                .hint(hint)
                .to(problems);
    }
}

package org.crosstile.model;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.source.Problems;

/**
 * What passes, checks and the kernel compiler ask of an operator instead of its name. An operator
 * implements the interfaces that hold for it; each names the slots that matter.
 */
public final class Capability {
    private Capability() {}

    /** Allocates a window buffer on every rank of a domain; the result is a PTR. */
    public interface AllocatesWindow {
        /** How many bytes. */
        Slot bytes();

        /** The name of the allocation, a text. */
        Slot label();
    }

    /** Gives the number of devices. */
    public interface CountsDevices {}

    /** Makes a typed view of an allocation. */
    public interface ViewsWindow {
        Slot buffer();

        Slot shape();

        Slot dtype();
    }

    /** Gives the communication context of a window. */
    public interface GivesContext {
        Slot window();
    }

    /** Reads a number of a communication context. */
    public interface ReadsContext {
        Slot context();

        /** True for this rank, false for the number of ranks. */
        boolean givesRank();
    }

    /** Deposits a value in a signal cell of a peer. */
    public interface Notifies {
        Slot target();

        Slot peer();

        Slot offsets();

        Slot value();

        Slot op();
    }

    /** Gives the rank that executes it: a number that differs from rank to rank. */
    public interface GivesRank {}

    /** Blocks until a local signal cell satisfies a condition. */
    public interface Awaits {
        Slot signal();

        Slot offsets();

        Slot expected();

        Slot cmp();
    }

    /** Writes into a peer's slice of a window. */
    public interface WritesPeer {
        Slot target();

        Slot peer();
    }

    /** May add to what a peer's slice of a window holds, atomically. */
    public interface AddsToPeer {
        /** The type of the elements that the call adds; empty if it replaces them. */
        Optional<DType> added(Expr.Call call);
    }

    /** Reads from a peer's slice of a window. */
    public interface ReadsPeer {
        Slot target();

        Slot peer();
    }

    /**
     * Writes data of this rank into the memory behind {@link #destination()}; the result is that
     * memory.
     */
    public interface Stores {
        Slot destination();
    }

    /** A call that every rank of a domain must make alike. */
    public interface Collective {
        /** The data window; the signal itself for a pure barrier. */
        Slot data();

        Slot signal();

        /** The element types of data that the call takes at a place; none if it has no data. */
        Set<DType> dtypes(Place place);

        /**
         * Reports a call in a kernel whose operands have no room for so many ranks.
         *
         * @param call whose operands have the extents of the run, as far as they are known
         */
        void checkRanks(Expr.Call call, long ranks, Problems problems);

        /** What the ranks end with: whose elements, combined in which order. One sentence. */
        String result();

        /** What else every call may rely on, a sentence each. */
        List<String> promises();
    }

    /** Reads one operand while peers write another, so that both must be different memory. */
    public interface KeepsApart {
        /** What is read; a tensor or window. */
        Slot reads();

        /** What peers write. */
        Slot writes();

        /**
         * Reports operands of a call that share bytes.
         *
         * @param root what both operands are parts of
         * @param readsAt where the one begins in it, in elements
         * @param writesAt where the other does
         */
        void checkApart(Expr.Call call, Var root, long readsAt, long writesAt, Problems problems);
    }

    /**
     * A collective that a host orchestrator may call: it becomes a function of the program, which
     * is dispatched to every device of its windows' domain.
     */
    public interface HostBuiltin extends Collective {
        /** The operands that must be windows of their own, all in one domain. */
        List<Slot> windows();

        /**
         * Those of {@link #windows} that exist wherever the data does, without being dispatched
         * themselves.
         */
        List<Slot> control();

        /** Whether the host may repeat the call on the same windows in a loop. */
        boolean isRepeatable();

        /**
         * The name of the function for calls of this kind: {@code
         * builtin_tensor_allreduce__sum__fp32}.
         */
        String builtin(Expr.Call call);

        /** How many vector cores of each device work on the call. */
        long cores(Expr.Call call);

        /**
         * The function, in primitives, with {@link #windows} as its parameters; it serves all calls
         * that {@link #builtin} gives the same name.
         */
        Function function(Expr.Call call, String name);

        /** Reports what does not go together with a number of devices that is known. */
        void checkDevices(Expr.Call call, int devices, Problems problems);
    }

    /**
     * Copies a tile into the result's buffer; inserted by UB allocation where values must be kept
     * apart.
     */
    public interface CopiesTile {}

    /** Gives the index of this core among those that run a kernel; of several, the first found. */
    public interface GivesBlock {}

    /** Makes an intermediate tensor; its elements are not defined. */
    public interface CreatesTensor {
        Slot shape();

        Slot dtype();
    }

    /** Writes a tensor or tile into a box of a tensor. */
    public interface AssemblesTensor extends Stores {
        Slot source();

        Slot offsets();
    }

    /** Makes the host wait until everything launched has finished or is blocked in a wait. */
    public interface JoinsDevices {}

    /**
     * Says something about the task that encloses it: of a chip orchestration, it may be called in
     * tasks only.
     */
    public interface BelongsToTask {}

    /** Orders this rank's earlier writes before its later signals. */
    public interface Fences {}

    /**
     * Makes a core read a region of global memory anew, or all of it if {@link #region} is absent.
     */
    public interface InvalidatesCache {
        Slot region();

        Slot shape();

        Slot offsets();
    }

    /**
     * A collective that a chip orchestration may call: it becomes a task of its own in the caller's
     * pipeline, carried out by a kernel that all such calls share.
     */
    public interface RunsAsTask {
        /** Reports what the kernel cannot do. */
        void checkTask(Expr.Call call, Problems problems);

        /** The name of the kernel that carries out {@code call}. */
        String kernelName(Expr.Call call);

        /**
         * The kernel of that name, in primitives: one parameter per entry of {@link #arguments}.
         */
        Function kernel(Expr.Call call);

        /** The operands that the kernel takes, in order. */
        List<Slot> arguments();
    }

    /** Fills a tile from this rank's own memory; what passes load with. */
    public interface LoadsTile {
        Slot source();

        Slot offsets();

        Slot shape();

        Slot valid();

        Slot space();
    }

    /** Writes a tile into a box of global memory, this rank's or a peer's. */
    public interface StoresTile {
        Slot tile();

        Slot offsets();

        Slot target();

        /** The box that a flattened tile fills, if the call says one. */
        default Optional<Slot> box() {
            return Optional.empty();
        }
    }

    /** Gives a tile whose contents do not matter yet; what passes make room with. */
    public interface CreatesTile {
        Slot shape();

        Slot dtype();
    }

    /**
     * The result is part of the operand's memory, or all of it in another shape: slice, reshape,
     * transpose.
     */
    public interface Views {
        Slot source();

        /** Where the result begins in the operand, if it is a rectangular part of it. */
        default Optional<Slot> offsets() {
            return Optional.empty();
        }
    }

    /**
     * Writes single elements by the scalar unit, which is not coherent with tile stores to the same
     * tensor.
     */
    public interface WritesElements {
        Slot destination();
    }

    /** A tensor-level operator that a kernel carries out on tiles. */
    public interface HasTileForm {
        /** The tensor operands that must be in tiles; the others stay in global memory. */
        List<Slot> inTiles();

        /**
         * Writes the tile-level form and returns its value: a tile, the destination of a store, or
         * a value of type UNKNOWN that needs no variable.
         *
         * @param operands the operands of {@code call}; those of {@link #inTiles} are tiles now
         */
        Expr onTiles(Expr.Call call, List<Expr> operands, Builder body);
    }

    /** The same elements in another memory space. */
    public interface MovesTile {
        Slot source();

        Slot space();
    }

    /**
     * Makes a tile out of nothing: the extents that {@link #shape} says, the same on every core.
     */
    public interface GeneratesTile {
        Slot shape();
    }

    /** Which of the two vector cores of its group a kernel runs on; 0 on the cube core. */
    public interface GivesSubblock {}

    /**
     * Hands a tile over to the other side of the core group, divided between the vector cores or
     * joined again. Written by authors inside a {@code pl.split_aiv} region, whose mode it has.
     */
    public interface CrossesLanes {
        Slot source();

        Slot split();

        /** Whether the cube core gives and the vector cores take. */
        boolean isToVector();
    }

    /** One half of a hand-over: the side that gives. */
    public interface PushesTile {
        Slot source();

        Slot split();

        boolean isToVector();
    }

    /** One half of a hand-over: the side that takes. */
    public interface PopsTile {
        Slot shape();

        Slot dtype();

        Slot valid();

        Slot split();

        boolean isToVector();
    }

    /**
     * One half of a hand-over of global memory: a flag that one side of the core group sets for the
     * other, or waits for.
     */
    public interface SyncsLanes {
        /** Which side executes it. */
        Slot side();

        /** Whether it sets the flag. */
        boolean sets();
    }

    /** Lets cores of a core group wait for each other. */
    public interface MeetsCores {
        /** Whether both sides of the group come to a call. */
        boolean isForAll(Expr.Call call);

        /** Who meets. */
        Slot who();

        /** The word of {@link #who} for both sides. */
        String forAll();
    }
}

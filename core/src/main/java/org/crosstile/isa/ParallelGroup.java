package org.crosstile.isa;

import java.util.List;
import java.util.Objects;
import org.crosstile.memory.Fault;
import org.crosstile.source.Rule;

/**
 * The buffers of all ranks that take part in a collective, and the rank that drives it.
 *
 * @param tensors tensor r is the buffer of rank r
 * @param rootIdx the rank whose vector core executes the collective
 */
public record ParallelGroup(List<GlobalTensor> tensors, int rootIdx) {
    /**
     * Checks the group.
     *
     * @throws Fault if it is empty, the root is none of its ranks, a tensor belongs to another
     *     rank, or the tensors differ in element type, extents or strides
     */
    public ParallelGroup {
        tensors = List.copyOf(tensors);
        if (tensors.isEmpty()) {
            throw fault(IsaRules.GROUP_EMPTY, "this one has none", "");
        }
        if (rootIdx < 0 || rootIdx >= tensors.size()) {
            throw fault(
                    IsaRules.GROUP_ROOT,
                    "the root is " + rootIdx + ", and there are " + tensors.size() + " ranks",
                    "ranks count from 0");
        }
        TensorType root = tensors.get(rootIdx).type();
        for (int r = 0; r < tensors.size(); r++) {
            GlobalTensor tensor = tensors.get(r);
            if (tensor.rank() != r) {
                throw fault(
                        IsaRules.GROUP_OWNER,
                        "tensor " + r + " is " + tensor,
                        "list the buffers in the order of the ranks");
            }
            if (!tensor.type().equals(root)) {
                String found =
                        "tensor "
                                + r
                                + " is "
                                + described(tensor)
                                + ", and tensor "
                                + rootIdx
                                + " of the root is "
                                + described(tensors.get(rootIdx));
                throw fault(IsaRules.GROUP_TYPES, found, "");
            }
        }
    }

    /** A group of all ranks' tensors. */
    public static ParallelGroup create(GlobalTensor[] tensors, int size, int rootIdx) {
        Objects.checkFromIndexSize(0, size, tensors.length);
        return new ParallelGroup(List.of(tensors).subList(0, size), rootIdx);
    }

    private static String described(GlobalTensor tensor) {
        TensorType type = tensor.type();
        return type + " with strides " + type.stride();
    }

    private static Fault fault(Rule rule, String found, String hint) {
        return new Fault(rule.id(), rule.headline(), found, hint);
    }

    /** Number of ranks. */
    public int size() {
        return tensors.size();
    }

    /** The buffer of a rank. */
    public GlobalTensor get(int rank) {
        return tensors.get(rank);
    }

    /** The root's buffer, which stands for all: they have one type. */
    public GlobalTensor root() {
        return tensors.get(rootIdx);
    }
}

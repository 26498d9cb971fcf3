package org.crosstile.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.memory.Sizes;
import org.crosstile.memory.View;
import org.crosstile.model.Describe;
import org.crosstile.model.Function;
import org.crosstile.model.Type;

/**
 * The arguments of a dispatch: as they are given, or with allocated outputs.
 *
 * @param values one per parameter
 * @param outputs the tensors that the function writes
 */
record DispatchArguments(List<Object> values, List<HostTensor> outputs) {

    /**
     * The arguments of a function.
     *
     * @throws IllegalArgumentException if they do not fit the parameters
     */
    static DispatchArguments of(Function entry, List<Argument> given, Worker worker) {
        long outs =
                entry.params().stream()
                        .filter(p -> p.direction() == Function.Direction.OUT)
                        .count();
        boolean all = given.size() == entry.params().size();
        if (!all && given.size() != entry.params().size() - outs) {
            throw new IllegalArgumentException(
                    "`"
                            + entry.name()
                            + "` takes "
                            + entry.params().size()
                            + " arguments, or "
                            + (entry.params().size() - outs)
                            + " without its outputs, and not "
                            + given.size());
        }
        return new Maker(entry, worker, all).make(given);
    }

    /** Takes the arguments in order; outputs come last, because other shapes tell theirs. */
    private static final class Maker {
        private final Function entry;
        private final Worker worker;
        private final boolean all;
        private final Extents extents = new Extents();

        Maker(Function entry, Worker worker, boolean all) {
            this.entry = entry;
            this.worker = worker;
            this.all = all;
        }

        DispatchArguments make(List<Argument> given) {
            List<Object> values = new ArrayList<>();
            int next = 0;
            for (Function.Param param : entry.params()) {
                boolean open = !all && param.direction() == Function.Direction.OUT;
                values.add(open ? param : value(param, given.get(next++)));
            }
            List<HostTensor> outputs = new ArrayList<>();
            for (int i = 0; i < values.size(); i++) {
                Function.Param param = entry.params().get(i);
                if (values.get(i) instanceof Function.Param) {
                    values.set(i, zeros(param));
                }
                if (param.direction() != Function.Direction.IN
                        && values.get(i) instanceof View view) {
                    outputs.add(new HostTensor(param.var().name(), view));
                }
            }
            return new DispatchArguments(List.copyOf(values), List.copyOf(outputs));
        }

        private Object value(Function.Param param, Argument argument) {
            return switch (argument) {
                case Argument.Number n when param.var().type() instanceof Type.Scalar s ->
                        number(param, s.dtype(), n.value());
                case HostArray array when param.var().type() instanceof Type.TensorLike t ->
                        tensor(param, t, array.view());
                case DeviceTensor device when param.var().type() instanceof Type.TensorLike t ->
                        tensor(param, t, device.of(worker).view());
                default ->
                        throw new IllegalArgumentException(
                                describe(param)
                                        + " cannot be "
                                        + (argument instanceof Argument.Number
                                                ? "a number"
                                                : "a tensor"));
            };
        }

        private static Object number(Function.Param param, DType dtype, Number value) {
            if (dtype.isFloat()) {
                return value.floatValue();
            }
            long whole = value.longValue();
            if (dtype.wrap(whole) != whole || (double) whole != value.doubleValue()) {
                throw new IllegalArgumentException(describe(param) + " cannot be " + value);
            }
            return whole;
        }

        private View tensor(Function.Param param, Type.TensorLike type, View view) {
            boolean fits = view.dtype() == type.dtype() && view.rank() == type.rank();
            for (int i = 0; fits && i < type.rank(); i++) {
                fits = extents.learn(type.shape().get(i), view.dim(i));
            }
            if (!fits) {
                throw new IllegalArgumentException(
                        describe(param) + " cannot be " + new HostArray(view));
            }
            return view;
        }

        private View zeros(Function.Param param) {
            Type.TensorLike type = (Type.TensorLike) param.var().type();
            long[] shape = new long[type.rank()];
            for (int i = 0; i < shape.length; i++) {
                OptionalLong extent =
                        extents.value(type.shape().get(i), OptionalLong.of(worker.ranks()));
                shape[i] =
                        extent.orElseThrow(() ->
                                new IllegalArgumentException(
                                        "the shape of "
                                                + describe(param)
                                                + " does not follow: give it"));
            }
            if (Sizes.bytes(type.dtype(), shape).isEmpty()) {
                throw new IllegalArgumentException(
                        describe(param) + " cannot be " + Arrays.toString(shape));
            }
            return View.zeros(type.dtype(), shape);
        }

        private static String describe(Function.Param param) {
            return "`" + param.var().name() + "`, which is " + Describe.type(param.var().type());
        }
    }
}

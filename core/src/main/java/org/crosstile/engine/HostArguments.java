package org.crosstile.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fill;
import org.crosstile.memory.View;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.ranks.UnsetOutput;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Makes the arguments of the entry function: given tensors, generated ones, zeros for outputs,
 * scalars.
 */
final class HostArguments {
    static final Rule UNKNOWN =
            Rule.of("input-unknown", "inputs are named after parameters of the entry function");
    static final Rule SHAPE =
            Rule.of("input-shape", "an input must have the parameter's shape and element type");
    static final Rule SCALAR =
            Rule.of("input-scalar", "scalar parameters of the entry function are numbers");
    static final Rule EXTENT =
            Rule.of("input-extent", "every extent of the entry function must have a value");

    static final List<Rule> RULES = List.of(UNKNOWN, SHAPE, SCALAR, EXTENT);

    private static final double MAX_BYTES = 1L << 40;
    private static final long PER_PARAMETER = 0x9E3779B97F4A7C15L;

    private final Function entry;
    private final RunRequest request;
    private final Problems problems;
    private final Extents extents = new Extents();
    private final List<Object> values = new ArrayList<>();
    private final List<HostTensor> outputs = new ArrayList<>();
    private final List<Runnable> contents = new ArrayList<>();

    HostArguments(Function entry, RunRequest request, Problems problems) {
        this.entry = entry;
        this.request = request;
        this.problems = problems;
    }

    /** The arguments in order; of no use if problems were reported. */
    List<Object> values() {
        return values;
    }

    /** The tensors that the entry function writes. */
    List<HostTensor> outputs() {
        return outputs;
    }

    /** Gives the tensors that the entry function writes their first contents again. */
    void restore() {
        contents.forEach(Runnable::run);
    }

    void make() {
        checkNames();
        for (Function.Param param : entry.params()) {
            Optional.ofNullable(request.inputs().get(param.var().name()))
                    .ifPresent(i -> learn(param, i));
        }
        request.set()
                .forEach((name, value) -> number(value).ifPresent(n -> extents.define(name, n)));
        if (problems.hasErrors()) {
            return;
        }
        for (int i = 0; i < entry.params().size(); i++) {
            Function.Param param = entry.params().get(i);
            switch (param.var().type()) {
                case Type.TensorLike tensor -> tensor(param, tensor, i);
                case Type.Scalar scalar -> scalar(param, scalar.dtype());
                default ->
                        Problem.error(
                                        SCALAR,
                                        param.var().span(),
                                        "this is " + param.var().type().describe())
                                .to(problems);
            }
        }
    }

    private void checkNames() {
        List<String> names = new ArrayList<>();
        entry.params().forEach(p -> names.add(p.var().name()));
        for (String name : new TreeMap<>(request.inputs()).keySet()) {
            if (!names.contains(name)) {
                Problem.error(
                                UNKNOWN,
                                entry.span(),
                                "the parameters are " + String.join(", ", names))
                        .headline("`" + entry.name() + "` has no parameter `" + name + "`")
                        .hint(
                                Names.closest(name, names)
                                        .map(n -> "did you mean `" + n + "`?")
                                        .orElse(""))
                        .to(problems);
            }
        }
    }

    private void learn(Function.Param param, Input input) {
        if (!(input instanceof Input.Given given)) {
            return;
        }
        View values = given.values();
        boolean fits = false;
        if (param.var().type() instanceof Type.TensorLike type) {
            fits = values.dtype() == type.dtype() && values.rank() == type.rank();
            for (int i = 0; fits && i < type.rank(); i++) {
                fits = extents.learn(type.shape().get(i), values.dim(i));
            }
        }
        if (!fits) {
            Problem.error(SHAPE, param.var().span(), "this is " + param.var().type().describe())
                    .headline(
                            "the input for `"
                                    + param.var().name()
                                    + "` has shape "
                                    + Arrays.toString(values.shape())
                                    + " and element type "
                                    + values.dtype())
                    .hint(
                            "give a tensor of the parameter's shape; the same symbolic dim has one value everywhere")
                    .to(problems);
        }
    }

    private void tensor(Function.Param param, Type.TensorLike type, int index) {
        String name = param.var().name();
        long[] shape = new long[type.rank()];
        for (int i = 0; i < shape.length; i++) {
            Expr extent = type.shape().get(i);
            OptionalLong value = extents.value(extent, OptionalLong.of(request.ranks()));
            if (value.isEmpty() || value.getAsLong() < 0) {
                Problem.error(EXTENT, param.var().span(), "no value for " + Describe.expr(extent))
                        .hint("give it by --set NAME=VALUE, or give the input itself")
                        .to(problems);
                return;
            }
            shape[i] = value.getAsLong();
        }
        if (!fitsMemory(type.dtype(), shape)) {
            Problem.error(EXTENT, param.var().span(), "its extents are " + Arrays.toString(shape))
                    .headline("`" + name + "` must fit the memory of this machine")
                    .to(problems);
            return;
        }
        Optional<Input> input = Optional.ofNullable(request.inputs().get(name));
        View view;
        if (input.isPresent() && input.get() instanceof Input.Given given) {
            view = HostElements.copy(given.values());
            written(param, view, () -> HostElements.copy(given.values(), view));
        } else {
            view = View.zeros(type.dtype(), shape);
            if (input.isEmpty() && param.direction() == Function.Direction.OUT) {
                output(param, view);
                return;
            }
            Input.Fill fill =
                    input.isPresent() && input.get() instanceof Input.Generated g
                            ? g.fill()
                            : Input.Fill.small;
            long seed = request.seed() + index * PER_PARAMETER;
            if (fill != Input.Fill.zeros) {
                HostElements.fill(view, fill, seed);
            }
            written(param, view, () -> HostElements.fill(view, fill, seed));
        }
        values.add(view);
    }

    /** An output that nobody gives contents to. */
    private void output(Function.Param param, View view) {
        String name = param.var().name();
        if (request.fill() != Fill.zero) {
            request.fill().in(view);
        }
        values.add(new UnsetOutput(name, view));
        outputs.add(new HostTensor(name, view));
        contents.add(() -> request.fill().in(view));
    }

    private void written(Function.Param param, View view, Runnable refill) {
        if (param.direction() != Function.Direction.IN) {
            outputs.add(new HostTensor(param.var().name(), view));
            contents.add(refill);
        }
    }

    private static OptionalLong number(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    private static boolean fitsMemory(DType dtype, long[] shape) {
        double bytes = dtype.bytes();
        for (long extent : shape) {
            bytes *= extent;
        }
        return bytes <= MAX_BYTES;
    }

    /** Scalars come from {@code --set}, else they are 0. */
    private void scalar(Function.Param param, DType dtype) {
        String text = request.set().getOrDefault(param.var().name(), "0");
        try {
            values.add(
                    switch (dtype) {
                        case INT64, UINT64, INDEX -> (Object) Long.valueOf(text);
                        case FP16, BF16, FP32, FP64 ->
                                (float) dtype.round(Double.parseDouble(text));
                        default -> fitting(dtype, Long.parseLong(text));
                    });
        } catch (NumberFormatException e) {
            Problem.error(SCALAR, param.var().span(), "--set gives it `" + text + "`").to(problems);
        }
    }

    private static int fitting(DType dtype, long value) {
        if (dtype.wrap(value) != value) {
            throw new NumberFormatException();
        }
        return (int) value;
    }
}

package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.source.Span;

/** A function of a program, which functions that are written after it can call. */
public final class Fn {
    private final String name;

    Fn(String name) {
        this.name = name;
    }

    public String name() {
        return name;
    }

    /** Calls the function: {@code self.f(a, b)}. There are as many operands as parameters. */
    public Result call(Value... operands) {
        return invoke(Map.of(), operands);
    }

    /** The function on one device, to be called by a host orchestrator. */
    public OnDevice on(Scalar device) {
        return new OnDevice(this, device);
    }

    /** The function on one device, to be called by a host orchestrator. */
    public OnDevice on(long device) {
        return new OnDevice(this, Dsl.index(device));
    }

    /**
     * Launches the function as a task: {@code pl.submit(self.f, a, b, deps=[...])}. The results are
     * those of the function, and the name of the task behind them.
     */
    public Result submit(List<TaskId> deps, Value... operands) {
        Map<String, Node> attrs = new LinkedHashMap<>();
        attrs.put("submit", Operation.literal("pl.submit"));
        if (!deps.isEmpty()) {
            attrs.put("deps", new Node.Items(deps.stream().map(Value::node).toList()));
        }
        return invoke(attrs, operands);
    }

    private Result invoke(Map<String, Node> attrs, Value... operands) {
        Recorder recorder = Recorder.current();
        Span place = recorder.place();
        List<Node> args = new ArrayList<>();
        for (Value operand : operands) {
            args.add(operand.node());
        }
        return new Result(recorder.evaluate(new Node.Invoke(name, args, attrs, place)));
    }

    /** A function and the device that it is dispatched to. */
    public static final class OnDevice {
        private final Fn function;
        private final Scalar device;

        OnDevice(Fn function, Scalar device) {
            this.function = function;
            this.device = device;
        }

        /** Dispatches the function: {@code self.f(a, b, device=r)}. */
        public Result call(Value... operands) {
            Map<String, Node> attrs = new LinkedHashMap<>();
            attrs.put("device", device.node());
            return function.invoke(attrs, operands);
        }
    }
}

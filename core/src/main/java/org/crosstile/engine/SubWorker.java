package org.crosstile.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.View;
import org.crosstile.model.Function;

/**
 * A function in Java that stands for a sub-worker of a program. The host function runs it in order
 * with its dispatches: what was launched before has finished, or is blocked in a wait.
 */
@FunctionalInterface
public interface SubWorker {
    /**
     * Works on the operands of the call.
     *
     * @throws Throwable to end the run: it becomes a problem
     */
    void run(Call call) throws Throwable;

    /** The operands of a call, by the names of the parameters. */
    final class Call {
        private final String function;
        private final Map<String, Object> operands = new LinkedHashMap<>();

        Call(Function function, Object[] args) {
            this.function = function.name();
            List<Function.Param> params = function.params();
            for (int i = 0; i < params.size(); i++) {
                operands.put(params.get(i).var().name(), args[i]);
            }
        }

        /** The name of the sub-worker. */
        public String function() {
            return function;
        }

        /**
         * A tensor; what is written to it is seen by the program.
         *
         * @throws IllegalArgumentException if no parameter of this name is a tensor, or it is a
         *     part of one whose elements do not lie side by side
         */
        public HostArray tensor(String name) {
            if (operands.get(name) instanceof View view) {
                if (!isPacked(view)) {
                    throw new IllegalArgumentException("`" + name + "` is not packed");
                }
                return new HostArray(view);
            }
            throw unknown(name, "tensor");
        }

        /**
         * A scalar.
         *
         * @throws IllegalArgumentException if no parameter of this name is a scalar
         */
        public Number number(String name) {
            if (operands.get(name) instanceof Number number) {
                return number;
            }
            throw unknown(name, "scalar");
        }

        private static boolean isPacked(View view) {
            long[] packed = View.packedStride(view.shape());
            for (int i = 0; i < packed.length; i++) {
                if (view.dim(i) > 1 && view.stride(i) != packed[i]) {
                    return false;
                }
            }
            return true;
        }

        private IllegalArgumentException unknown(String name, String kind) {
            return new IllegalArgumentException(
                    "`"
                            + function
                            + "` has no "
                            + kind
                            + " `"
                            + name
                            + "`: its parameters are "
                            + String.join(", ", operands.keySet()));
        }
    }
}

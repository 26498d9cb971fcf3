package org.crosstile.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.Limits;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Dispatches go to devices that are known before the run: windows exist on these and no others. */
final class Devices {
    private static final String GOOD =
            "for r in pl.range(pld.world_size()):\n    self.chip(x[r], y[r], device=r)";

    /** The device is computed. */
    static final Rule EXPRESSION =
            Rule.of(
                            "device-expression",
                            "`device=` must be a constant or the variable of an enclosing loop")
                    .explained(
                            "Which devices a window exists on follows from where it is passed, before anything runs.",
                            "host_calls",
                            "for r in pl.range(pld.world_size()):\n"
                                    + "    self.chip(x[r], y[r], device=(r + 1) % pld.world_size())",
                            GOOD);

    /** The loop's bounds are not known. */
    static final Rule LOOP =
            Rule.of(
                            "device-loop",
                            "a loop over devices must have constant bounds, or end at pld.world_size()")
                    .explained(
                            "Which devices a window exists on follows from where it is passed, before anything runs.",
                            "host_calls",
                            "for r in pl.range(n):\n    self.chip(x[r], y[r], device=r)",
                            GOOD);

    /** The loop leaves devices out. */
    static final Rule STEP =
            Rule.of("device-step", "a loop over devices must go in steps of one")
                    .explained(
                            "A comm domain is a range of devices, or several devices named one by one.",
                            "host_calls",
                            "for r in pl.range(0, 4, 2):\n    self.chip(x[r], y[r], device=r)",
                            "self.chip(x[0], y[0], device=0)\nself.chip(x[2], y[2], device=2)");

    /** There is no such device. */
    static final Rule NEGATIVE =
            Rule.of("device-negative", "devices are numbered from 0")
                    .explained(
                            "Device -1 is not the last one.",
                            "host_calls",
                            "self.chip(x[0], y[0], device=-1)",
                            "self.chip(x[0], y[0], device=0)");

    /** No run is so large. */
    static final Rule BEYOND =
            Rule.of("device-beyond", "a run has at most " + Limits.MOST_DEVICES + " devices")
                    .explained(
                            "Each device of a run is at least one thread. A loop over more devices than a run can have"
                                    + " would never end.",
                            "host_calls",
                            "for r in pl.range(9223372036854775807):\n    self.chip(x[r], y[r], device=r)",
                            "for r in pl.range(pld.world_size()):\n    self.chip(x[r], y[r], device=r)");

    /** A window is passed to nobody in particular. */
    static final Rule MISSING =
            Rule.of(
                            "window-without-device",
                            "a dispatch that passes windows must say which device it goes to")
                    .explained(
                            "A window exists on the devices that it is dispatched to. Without device= it exists nowhere.",
                            "host_calls",
                            "self.shift(x[0], y[0], win, 0)",
                            "for r in pl.range(pld.world_size()):\n    self.shift(x[r], y[r], win, 0, device=r)");

    static final List<Rule> RULES = List.of(EXPRESSION, LOOP, STEP, NEGATIVE, BEYOND, MISSING);

    private final Program program;
    private final Aliases aliases;
    private final Problems problems;
    private final List<Stmt.For> loops = new ArrayList<>();

    private Devices(Program program, Function f, Problems problems) {
        this.program = program;
        this.aliases = new Aliases(f.body());
        this.problems = problems;
    }

    static void check(Program program, Function f, Problems problems) {
        new Devices(program, f, problems).block(f.body());
    }

    private void block(Block block) {
        for (Stmt s : block.statements()) {
            Walk.own(s).forEach(e -> Walk.expressions(e, this::expression));
            if (s instanceof Stmt.For loop) {
                loops.add(loop);
            }
            Walk.blocks(s).forEach(this::block);
            if (s instanceof Stmt.For) {
                loops.removeLast();
            }
        }
    }

    private void expression(Expr e) {
        boolean dispatch =
                e instanceof Expr.FnCall c
                        && program.find(c.callee())
                                .filter(f -> f.place() == Place.CHIP)
                                .isPresent();
        if (!dispatch) {
            return;
        }
        Expr.FnCall call = (Expr.FnCall) e;
        Expr device = call.attrs().get("device");
        if (device != null) {
            // a device that is just a name is found where the call is
            device(device, device instanceof Var ? call.span() : device.span());
        } else if (call.args().stream().anyMatch(a -> a.type() instanceof Type.Window)) {
            Problem.error(MISSING, call.span(), "without device=")
                    .headline(
                            "the dispatch of `"
                                    + call.callee()
                                    + "` passes windows, so it must have device=")
                    .hint("add device=r in a loop over pld.world_size(), or a constant")
                    .to(problems);
        }
    }

    private void device(Expr device, Span span) {
        Expr value = aliases.resolved(device);
        OptionalLong constant = Exprs.constant(value);
        if (constant.isPresent()) {
            if (constant.getAsLong() < 0) {
                Problem.error(NEGATIVE, span, "the device is " + constant.getAsLong()).to(problems);
            } else if (constant.getAsLong() >= Limits.MOST_DEVICES) {
                Problem.error(BEYOND, span, "the device is " + constant.getAsLong()).to(problems);
            }
            return;
        }
        Optional<Stmt.For> loop =
                value instanceof Var v
                        ? loops.stream().filter(l -> l.index() == v).findFirst()
                        : Optional.empty();
        if (loop.isEmpty()) {
            Problem.error(EXPRESSION, span, "the device is `" + Describe.expr(device) + "`")
                    .hint("write device=r, with r the variable of a loop over pld.world_size()")
                    .to(problems);
        } else {
            bounds(loop.get(), span);
        }
    }

    private void bounds(Stmt.For loop, Span device) {
        if (!Exprs.isConstant(loop.step(), 1)) {
            Problem.error(STEP, loop.span(), "the step is " + Describe.expr(loop.step()))
                    .see(device, "this loop counts devices")
                    .to(problems);
        }
        OptionalLong start = Exprs.constant(aliases.resolved(loop.start()));
        if (start.isPresent() && start.getAsLong() < 0) {
            Problem.error(NEGATIVE, loop.span(), "the first device is " + start.getAsLong())
                    .to(problems);
        }
        Expr stop = aliases.resolved(loop.stop());
        OptionalLong end = Exprs.constant(stop);
        if (end.isPresent() && end.getAsLong() > Limits.MOST_DEVICES) {
            Problem.error(BEYOND, loop.span(), "the loop ends at " + end.getAsLong())
                    .see(device, "it counts devices")
                    .hint("write pl.range(pld.world_size())")
                    .to(problems);
        }
        boolean all = stop instanceof Expr.Call c && c.op() instanceof Capability.CountsDevices;
        if (start.isEmpty() || !(all || end.isPresent())) {
            Expr unknown = start.isEmpty() ? loop.start() : loop.stop();
            Problem.error(
                            LOOP,
                            loop.span(),
                            "`" + Describe.expr(unknown) + "` is not known before the run")
                    .see(device, "this loop counts devices")
                    .hint("write pl.range(pld.world_size()), or constants")
                    .to(problems);
        }
    }
}

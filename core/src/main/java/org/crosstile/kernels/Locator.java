package org.crosstile.kernels;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CharacterRangeInfo;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.Fault;
import org.crosstile.source.Span;

/**
 * Finds the DSL text behind a throwable. The table of marked instructions is read back from the
 * class file when the first one is looked for.
 */
final class Locator {
    /** Causes of causes are followed this far. */
    private static final int MAX_CAUSES = 16;

    /** Instructions of a method that carry a mark. */
    private record Range(int start, int end, int mark) {}

    private record Body(int bytes, List<Range> ranges) {}

    private final String className;
    private final byte[] bytes;
    private final List<Unit.Mark> marks;

    Locator(String className, byte[] bytes, List<Unit.Mark> marks) {
        this.className = className;
        this.bytes = bytes;
        this.marks = marks;
    }

    List<Span> trail(Throwable thrown) {
        Throwable t = thrown;
        for (int depth = 0; t != null && depth < MAX_CAUSES; depth++) {
            List<Span> trail = t instanceof Fault fault ? trail(fault.frames()) : byLine(t);
            if (!trail.isEmpty()) {
                return trail;
            }
            t = t.getCause();
        }
        return List.of();
    }

    List<Span> trail(List<Fault.Frame> frames) {
        List<Span> trail = new ArrayList<>();
        Map<String, Body> bodies = Map.of();
        for (Fault.Frame frame : frames) {
            if (frame.className().equals(className)) {
                bodies = bodies.isEmpty() ? bodies() : bodies;
                Body body = bodies.get(frame.method());
                for (Range range : body == null ? List.<Range>of() : body.ranges()) {
                    if (range.start() <= frame.bytecodeIndex()
                            && frame.bytecodeIndex() < range.end()) {
                        trail.add(marks.get(range.mark()).span());
                    }
                }
            }
        }
        return trail;
    }

    private List<Span> byLine(Throwable t) {
        List<Span> trail = new ArrayList<>();
        for (StackTraceElement frame : t.getStackTrace()) {
            if (frame.getClassName().equals(className)) {
                first(frame.getMethodName(), frame.getLineNumber(), trail);
            }
        }
        return trail;
    }

    private void first(String method, int line, List<Span> trail) {
        for (Unit.Mark mark : marks) {
            if (mark.method().equals(method) && mark.span().line() == line) {
                trail.add(mark.span());
                return;
            }
        }
    }

    Map<String, Integer> methodSizes(List<String> methods) {
        Map<String, Integer> sizes = new LinkedHashMap<>();
        Map<String, Body> bodies = bodies();
        for (String method : methods) {
            Body body = bodies.get(method);
            sizes.put(method, body == null ? 0 : body.bytes());
        }
        return sizes;
    }

    private Map<String, Body> bodies() {
        Map<String, Body> bodies = new HashMap<>();
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            method.findAttribute(Attributes.code())
                    .ifPresent(code -> bodies.put(method.methodName().stringValue(), body(code)));
        }
        return bodies;
    }

    private static Body body(CodeAttribute code) {
        List<Range> ranges = new ArrayList<>();
        code.findAttribute(Attributes.characterRangeTable())
                .ifPresent(table -> {
                    for (CharacterRangeInfo info : table.characterRangeTable()) {
                        ranges.add(
                                new Range(
                                        info.startPc(),
                                        info.endPc() + 1,
                                        info.characterRangeStart()));
                    }
                });
        return new Body(code.codeLength(), ranges);
    }
}

package org.crosstile.isa.text;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.isa.Layout;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.TileType;
import org.crosstile.isa.Valid;

/** Types as they are written, both ways. */
final class AsmTypes {
    private static final Map<String, DType> ELEMENTS =
            Map.of(
                    "f32",
                    DType.FP32,
                    "f16",
                    DType.FP16,
                    "bf16",
                    DType.BF16,
                    "i64",
                    DType.INT64,
                    "i32",
                    DType.INT32,
                    "i16",
                    DType.INT16,
                    "i8",
                    DType.INT8);
    private static final long MOST = 1L << 40;

    private AsmTypes() {}

    /** Why a type cannot be read. */
    static final class FormException extends Exception {
        private static final long serialVersionUID = 1L;

        FormException(String message) {
            super(message);
        }
    }

    /** Reads {@code !pto.memref<...>} and its like, or the name of a scalar type. */
    static Asm.Type read(String text) throws FormException {
        if (!text.startsWith("!")) {
            for (Asm.Scalar scalar : Asm.Scalar.values()) {
                if (scalar.name().equals(text)) {
                    return scalar;
                }
            }
            throw new FormException("there are index, i32, i1, f32 and !pto. types");
        }
        int open = text.indexOf('<');
        String name = open < 0 ? text : text.substring(0, open);
        if (open >= 0 && !text.endsWith(">")) {
            throw new FormException("`>` is missing");
        }
        List<String> parts =
                open < 0 ? List.of() : split(text.substring(open + 1, text.length() - 1));
        return switch (name) {
            case "!pto.memref" -> memref(parts);
            case "!pto.group" -> group(parts);
            case "!pto.tile_buf" -> tile(parts);
            case "!pto.event" -> new Asm.Event();
            default ->
                    throw new FormException(
                            "there are !pto.memref, !pto.group, !pto.tile_buf and !pto.event");
        };
    }

    private static List<String> split(String body) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int start = 0;
        for (int i = 0; i < body.length(); i++) {
            char c = body.charAt(i);
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (c == ',' && depth == 0) {
                parts.add(body.substring(start, i).strip());
                start = i + 1;
            }
        }
        parts.add(body.substring(start).strip());
        return parts;
    }

    /** {@code 16x64xf32}: extents and element type. */
    private record Form(List<Long> extents, DType dtype) {
        static Form read(String text) throws FormException {
            String[] words = text.split("x", -1);
            List<Long> extents = new ArrayList<>();
            for (int i = 0; i < words.length - 1; i++) {
                extents.add(extent(words[i]));
            }
            DType dtype = ELEMENTS.get(words[words.length - 1]);
            if (dtype == null) {
                throw new FormException(
                        "`"
                                + words[words.length - 1]
                                + "` is none of f32, f16, bf16, i64, i32, i16, i8");
            }
            return new Form(extents, dtype);
        }
    }

    /** An extent: a tensor or tile of nothing is a mistake, as is the beginning of 0x40. */
    private static long extent(String word) throws FormException {
        if (number(word) == 0) {
            throw new FormException(
                    "an extent is at least 1, in decimal digits, and not `" + word + "`");
        }
        return number(word);
    }

    private static long number(String word) throws FormException {
        if (!word.isEmpty() && word.length() < 19 && word.chars().allMatch(AsmTypes::isDigit)) {
            long value = Long.parseLong(word);
            if (value <= MOST) {
                return value;
            }
            throw new FormException("`" + word + "` is too large for the memory of a machine");
        }
        throw new FormException("`" + word + "` is no extent");
    }

    private static boolean isDigit(int c) {
        return c >= '0' && c <= '9';
    }

    private static Asm.Memref memref(List<String> parts) throws FormException {
        Form form = Form.read(first(parts));
        boolean isWindow = false;
        Layout layout = Layout.ND;
        List<Long> strides = List.of();
        for (String part : parts.subList(1, parts.size())) {
            if (part.equals("window")) {
                isWindow = true;
            } else if (part.equals("nd") || part.equals("dn")) {
                layout = part.equals("nd") ? Layout.ND : Layout.DN;
            } else if (part.startsWith("strides=[") && part.endsWith("]")) {
                strides = strides(part.substring(9, part.length() - 1));
            } else {
                throw new FormException("`" + part + "` is none of window, nd, dn, strides=[...]");
            }
        }
        return new Asm.Memref(tensor(form, strides, layout), form.extents().size(), isWindow);
    }

    private static String first(List<String> parts) throws FormException {
        if (parts.isEmpty()) {
            throw new FormException("extents and element type are missing, as in <16x64xf32>");
        }
        return parts.getFirst();
    }

    private static List<Long> strides(String text) throws FormException {
        List<Long> strides = new ArrayList<>();
        for (String word : text.split(",", -1)) {
            strides.add(number(word.strip()));
        }
        return strides;
    }

    private static TensorType tensor(Form form, List<Long> strides, Layout layout)
            throws FormException {
        int rank = form.extents().size();
        if (rank > TensorType.RANK) {
            throw new FormException("a tensor has at most 5 dimensions, and not " + rank);
        }
        if (!strides.isEmpty() && strides.size() != rank) {
            throw new FormException(strides.size() + " strides for " + rank + " dimensions");
        }
        double elements = 1;
        for (long extent : form.extents()) {
            elements *= extent;
        }
        if (elements > MOST) {
            throw new FormException("too many elements for the memory of a machine");
        }
        List<Long> shape = new ArrayList<>(Collections.nCopies(TensorType.RANK - rank, 1L));
        shape.addAll(form.extents());
        return new TensorType(form.dtype(), shape, allStrides(shape, strides, layout), layout);
    }

    /** Strides of five dimensions: given ones, or those of elements without gaps. */
    private static List<Long> allStrides(List<Long> shape, List<Long> given, Layout layout) {
        Long[] stride = new Long[TensorType.RANK];
        long step = 1;
        int[] order = layout == Layout.ND ? new int[] {4, 3, 2, 1, 0} : new int[] {3, 4, 2, 1, 0};
        for (int i : order) {
            stride[i] = step;
            step *= shape.get(i);
        }
        int added = TensorType.RANK - given.size();
        for (int i = 0; i < given.size(); i++) {
            stride[added + i] = given.get(i);
        }
        return List.of(stride);
    }

    private static Asm.Group group(List<String> parts) throws FormException {
        Asm.Memref memref = memref(parts);
        return new Asm.Group(memref.tensor(), memref.rank());
    }

    private static Asm.TileBuf tile(List<String> parts) throws FormException {
        if (parts.size() < 2 || !parts.getFirst().equals("vec")) {
            throw new FormException("a tile is written as in <vec, 16x64xf32, valid=?x?>");
        }
        Form form = Form.read(parts.get(1));
        if (form.extents().size() != 2) {
            throw new FormException("a tile has 2 dimensions");
        }
        int rows = Math.toIntExact(Math.min(form.extents().get(0), 1 << 20));
        int cols = Math.toIntExact(Math.min(form.extents().get(1), 1 << 20));
        Valid row = Valid.fixed(rows);
        Valid col = Valid.fixed(cols);
        for (String part : parts.subList(2, parts.size())) {
            String[] valid =
                    part.startsWith("valid=") ? part.substring(6).split("x", -1) : new String[0];
            if (valid.length != 2) {
                throw new FormException("`" + part + "` is not as in valid=8x? ");
            }
            row = valid(valid[0], rows);
            col = valid(valid[1], cols);
        }
        return new Asm.TileBuf(new TileType(form.dtype(), rows, cols, row, col));
    }

    private static Valid valid(String word, int extent) throws FormException {
        return word.equals("?")
                ? Valid.dynamic(extent)
                : Valid.fixed((int) Math.min(number(word), Integer.MAX_VALUE));
    }

    /** Whether two types are written alike: strides that a text cannot say do not matter. */
    static boolean isSame(Asm.Type a, Asm.Type b) {
        return print(a).equals(print(b));
    }

    /** A type as the text has it. */
    static String print(Asm.Type type) {
        return switch (type) {
            case Asm.Scalar scalar -> scalar.name();
            case Asm.Event() -> "!pto.event";
            case Asm.TileBuf(TileType tile) -> "!pto.tile_buf<vec, " + print(tile) + ">";
            case Asm.Group group -> "!pto.group<" + print(group.tensor(), group.rank()) + ">";
            case Asm.Memref memref ->
                    "!pto.memref<"
                            + print(memref.tensor(), memref.rank())
                            + (memref.isWindow() ? ", window" : "")
                            + ">";
        };
    }

    private static String print(TileType tile) {
        String form = tile.rows() + "x" + tile.cols() + "x" + print(tile.dtype());
        boolean whole =
                tile.validRow().equals(Valid.fixed(tile.rows()))
                        && tile.validCol().equals(Valid.fixed(tile.cols()));
        return whole ? form : form + ", valid=" + tile.validRow() + "x" + tile.validCol();
    }

    private static String print(TensorType tensor, int rank) {
        StringBuilder form = new StringBuilder();
        for (long extent : tensor.shape().subList(TensorType.RANK - rank, TensorType.RANK)) {
            form.append(extent).append('x');
        }
        form.append(print(tensor.dtype()));
        List<Long> packed = allStrides(tensor.shape(), List.of(), tensor.layout());
        int first = TensorType.RANK - rank;
        List<Long> strides = tensor.stride().subList(first, TensorType.RANK);
        if (!strides.equals(packed.subList(first, TensorType.RANK))) {
            form.append(", strides=").append(strides);
        }
        return form.append(tensor.layout() == Layout.DN ? ", dn" : "").toString();
    }

    private static String print(DType dtype) {
        Optional<String> name =
                ELEMENTS.entrySet().stream()
                        .filter(e -> e.getValue() == dtype)
                        .map(Map.Entry::getKey)
                        .findFirst();
        return name.orElse("?");
    }
}

package org.crosstile.isa;

import java.util.List;
import org.crosstile.source.Rule;

/** What tiles are held to. */
public final class TileRules {
    static final Rule ALIKE =
            Rule.of("isa-tiles-alike", "the tiles of an instruction have one type")
                    .explained(
                            "Blocks go through the tiles in turn, so all of them must have the same room.",
                            IsaRules.KERNEL,
                            """
                            %ping = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
                            %pong = pto.alloc_tile : !pto.tile_buf<vec, 8x32xf32>
                            tget %y, %x, %ping, %pong\
                            """,
                            """
                            %ping = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
                            %pong = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
                            tget %y, %x, %ping, %pong\
                            """);
    static final Rule OVERLAP =
            Rule.of(
                            "isa-tile-overlap",
                            "the tiles of an instruction must not share bytes of the UB")
                    .explained(
                            "A block that is loaded into one of them would destroy what another one still holds.",
                            IsaRules.KERNEL,
                            """
                            %ping = pto.alloc_tile {addr = 0 : i32} : !pto.tile_buf<vec, 16x32xf32>
                            %pong = pto.alloc_tile {addr = 1024 : i32} : !pto.tile_buf<vec, 16x32xf32>
                            tget %y, %x, %ping, %pong\
                            """,
                            """
                            %ping = pto.alloc_tile {addr = 0 : i32} : !pto.tile_buf<vec, 16x32xf32>
                            %pong = pto.alloc_tile {addr = 2048 : i32} : !pto.tile_buf<vec, 16x32xf32>
                            tget %y, %x, %ping, %pong\
                            """);
    static final Rule ALIGN =
            Rule.of("isa-tile-align", "addresses and rows of tiles are multiples of 32 bytes")
                    .explained(
                            "The UB is moved and computed in units of 32 bytes. A tile that needs fewer columns has a"
                                    + " smaller valid part.",
                            IsaRules.KERNEL,
                            "%t = pto.alloc_tile : !pto.tile_buf<vec, 16x5xf32>",
                            "%t = pto.alloc_tile : !pto.tile_buf<vec, 16x8xf32, valid=16x5>");
    static final Rule VALID =
            Rule.of("isa-tile-valid", "the valid part of a tile lies inside it")
                    .explained(
                            "The valid part is what instructions work on; it has at least one element.",
                            IsaRules.KERNEL,
                            "%t = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32, valid=20x32>",
                            "%t = pto.alloc_tile : !pto.tile_buf<vec, 32x32xf32, valid=20x32>");
    static final Rule DTYPE =
            Rule.of("isa-tile-dtype", "tiles hold elements that the chip can move")
                    .explained(
                            "There are transfers of 8, 16, 32 and 64 bits, and no tiles of truth values or of unsigned"
                                    + " numbers.",
                            IsaRules.JAVA,
                            "core.tile(\"t\", TileType.fixed(DType.UINT32, 16, 32));",
                            "core.tile(\"t\", TileType.fixed(DType.INT32, 16, 32));");
    static final Rule FITS =
            Rule.of(
                            "isa-tile-fits",
                            "a tile must have room for the tensor that is loaded or stored")
                    .explained(
                            "TLOAD and TSTORE move one block. TPUT, TGET and the collectives slide over what is larger.",
                            IsaRules.KERNEL,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
                            tload %t, %x\
                            """,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 16x32xf32>
                            %part = pto.partition_view %x, offsets = [0, 0], sizes = [16, 32]
                            tload %t, %part\
                            """);

    /** The rule about the size of the UB. */
    public static final Rule UB =
            Rule.of("isa-ub", "tiles must fit the UB")
                    .explained(
                            "A vector core has 192 KiB on A2/A3 and 248 KiB on A5. Large tensors need no large tiles:"
                                    + " instructions slide over them.",
                            IsaRules.KERNEL,
                            """
                            %a = pto.alloc_tile : !pto.tile_buf<vec, 512x64xf32>
                            %b = pto.alloc_tile : !pto.tile_buf<vec, 512x64xf32>\
                            """,
                            """
                            %a = pto.alloc_tile : !pto.tile_buf<vec, 128x64xf32>
                            %b = pto.alloc_tile : !pto.tile_buf<vec, 128x64xf32>\
                            """);

    static final Rule STATIC_VALID =
            Rule.of(
                            "isa-static-valid",
                            "a static valid extent must divide the extent that it slides over")
                    .explained(
                            "Blocks of a tile with a static valid part are all alike. One with a dynamic valid part is"
                                    + " narrowed for what remains.",
                            IsaRules.KERNEL,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 48x32xf32>
                            tget %y, %x, %t\
                            """,
                            """
                            %t = pto.alloc_tile : !pto.tile_buf<vec, 48x32xf32, valid=?x?>
                            tget %y, %x, %t\
                            """);

    private TileRules() {}

    /** All of them. */
    static List<Rule> all() {
        return List.of(ALIKE, OVERLAP, ALIGN, VALID, DTYPE, FITS, UB, STATIC_VALID);
    }
}

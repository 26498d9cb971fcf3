package org.crosstile.isa;

import org.crosstile.abi.DType;

/**
 * A tile in the UB of a vector core. Its address is the author's choice or an allocator's; which
 * part is valid does not change, except while an instruction works on a partial block.
 */
public final class Tile {
    private final String name;
    private final TileType type;
    private final int address;
    private final org.crosstile.memory.Tile elements;

    Tile(String name, TileType type, int address, org.crosstile.memory.Tile elements) {
        this.name = name;
        this.type = type;
        this.address = address;
        this.elements = elements;
        elements.setValid(type.validRow().extent(), type.validCol().extent());
    }

    public String name() {
        return name;
    }

    public TileType type() {
        return type;
    }

    public DType dtype() {
        return type.dtype();
    }

    /** Byte offset in the UB. */
    public int address() {
        return address;
    }

    /** First byte of the UB behind the tile. */
    public int end() {
        return address + Math.toIntExact(type.bytes());
    }

    /** The elements. */
    public org.crosstile.memory.Tile elements() {
        return elements;
    }

    @Override
    public String toString() {
        return name + " " + type + " at 0x" + Integer.toHexString(address);
    }
}

package org.crosstile.abi;

/** Whether a remote write replaces the elements or adds to them. */
public enum AtomicType implements Coded {
    None,
    Add;

    @Override
    public String spelling() {
        return this == None ? "None_" : name();
    }
}

package org.crosstile.abi;

/** What a call does to an argument, as the task scheduler is told. */
public enum ArgDirection implements Coded {
    Input("input"),
    Output("output"),
    InOut("inout"),
    /** Written, into memory that existed before. */
    OutputExisting("output_existing"),
    /** Read, and ordered by explicit dependences only. */
    NoDep("no_dep"),
    Scalar("scalar");

    /** The attribute of a call that lists one direction per argument. */
    public static final String ATTRIBUTE = "arg_directions";

    private final String spelling;

    ArgDirection(String spelling) {
        this.spelling = spelling;
    }

    @Override
    public String spelling() {
        return spelling;
    }
}

package org.crosstile.abi;

/** Which cores of a core group something concerns. */
public enum CoreType implements Coded {
    AIC("aic"),
    AIV("aiv"),
    MIX("mix");

    private final String spelling;

    CoreType(String spelling) {
        this.spelling = spelling;
    }

    @Override
    public String spelling() {
        return spelling;
    }
}

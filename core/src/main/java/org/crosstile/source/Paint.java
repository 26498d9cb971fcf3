package org.crosstile.source;

/** Appends text in a colour, or without if colours are off. */
record Paint(StringBuilder out, boolean colour) {
    static final String RED = "\033[1;31m";
    static final String YELLOW = "\033[1;33m";
    static final String BLUE = "\033[1;34m";
    static final String BOLD = "\033[1m";
    private static final String OFF = "\033[0m";

    void put(String style, String text) {
        if (colour) {
            out.append(style).append(text).append(OFF);
        } else {
            out.append(text);
        }
    }
}

package org.crosstile.kernels;

/** DSL names as names in a class file, where a few characters are not allowed. */
final class Names {
    private Names() {}

    /** A name for a method, a local variable or the last part of a class name. */
    static String local(String name) {
        StringBuilder legal = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            legal.append(".;[/<>".indexOf(c) < 0 ? c : '_');
        }
        return legal.isEmpty() ? "_" : legal.toString();
    }
}

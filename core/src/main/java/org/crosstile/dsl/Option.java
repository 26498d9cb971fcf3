package org.crosstile.dsl;

/** An operand that an operator can do without, given by name. {@link Options} makes them. */
public abstract class Option {
    private final Node.Keyword keyword;

    Option(String name, Node value) {
        this.keyword = new Node.Keyword(name, value);
    }

    final Node.Keyword keyword() {
        return keyword;
    }
}

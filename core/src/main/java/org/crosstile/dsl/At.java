package org.crosstile.dsl;

import java.util.List;

/** A place in a tensor, a tile or a window: one index per dimension. Made by {@link Dsl#at}. */
public final class At {
    private final Node.Items items;

    At(List<Node> items) {
        this.items = new Node.Items(items);
    }

    Node.Items node() {
        return items;
    }
}

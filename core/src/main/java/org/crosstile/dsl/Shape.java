package org.crosstile.dsl;

import java.util.List;

/** Extents, one per dimension. Made by {@link Dsl#shape}. */
public final class Shape {
    private final Node.Items items;

    Shape(List<Node> items) {
        this.items = new Node.Items(items);
    }

    Node.Items node() {
        return items;
    }
}

package org.crosstile.syntax;

import java.util.List;
import java.util.Set;
import org.crosstile.model.Op;
import org.crosstile.operators.Catalogue;

/** The operators that a reader knows. */
interface Catalogued {
    /** The candidates for a name, in the order in which they are to be tried. */
    List<Op> named(String name);

    /** All names, for suggestions. */
    Set<String> names();

    /** The operators of this toolchain. */
    static Catalogued standard() {
        return new Catalogued() {
            @Override
            public List<Op> named(String name) {
                return Catalogue.standard().named(name);
            }

            @Override
            public Set<String> names() {
                return Catalogue.standard().names();
            }
        };
    }
}

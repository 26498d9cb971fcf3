package org.crosstile.ranks;

import org.crosstile.memory.CommContext;
import org.crosstile.memory.Domain;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;

/** Which device a rank of a window's domain is. */
public final class Peers {
    private Peers() {}

    /**
     * The domain of a window.
     *
     * @throws org.crosstile.memory.Fault if the view is of no window
     */
    public static Domain domain(View window) {
        return window.window()
                .map(WindowBuffer::domain)
                .orElseThrow(() ->
                        RankRules.broken(
                                RankRules.WINDOW,
                                "a tensor that is not a window",
                                "pass a view of a window"));
    }

    /** Position of a device in the domain of a window. */
    public static CommContext context(View window, int device) {
        Domain domain = domain(window);
        return new CommContext(domain.rankOf(device), domain.size());
    }

    /**
     * The device of a rank in the domain of a window.
     *
     * @throws org.crosstile.memory.Fault if there is no such rank
     */
    public static int device(View window, long peer) {
        Domain domain = domain(window);
        if (peer < 0 || peer >= domain.size()) {
            throw RankRules.broken(
                    RankRules.PEER,
                    "peer "
                            + peer
                            + ", and the domain has "
                            + domain.size()
                            + (domain.size() == 1 ? " rank" : " ranks"),
                    domain.size() == 1
                            ? "run with more ranks"
                            : "ranks count from 0 to " + (domain.size() - 1));
        }
        return domain.devices().get((int) peer);
    }
}

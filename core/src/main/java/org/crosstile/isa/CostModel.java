package org.crosstile.isa;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * What the simulated clock charges for the work of each pipe. The parameters are those of {@code
 * costs.properties}, which explains them.
 */
public final class CostModel {
    private static final String FILE = "costs.properties";
    private static final long MOST = 1_000_000_000;

    private final Map<String, Long> parameters;
    private final Arch arch;
    private final Rate loadLocal;
    private final Rate loadRemote;
    private final Rate storeLocal;
    private final Rate storeRemote;
    private final Rate vector;
    private final Rate ccu;
    private final long mhz;
    private final long event;
    private final long deposit;

    private CostModel(Map<String, Long> parameters, Arch arch) {
        this.parameters = parameters;
        this.arch = arch;
        this.loadLocal = rate(parameters, arch, "mte2.startup", "mte2.local");
        this.loadRemote = rate(parameters, arch, "mte2.startup", "mte2.remote");
        this.storeLocal = rate(parameters, arch, "mte3.startup", "mte3.local");
        this.storeRemote = rate(parameters, arch, "mte3.startup", "mte3.remote");
        this.vector = rate(parameters, arch, "v.startup", "v.bytes");
        this.ccu = rate(parameters, arch, "ccu.startup", "ccu.bytes");
        this.mhz = get(parameters, arch, "mhz");
        this.event = get(parameters, arch, "event");
        this.deposit = get(parameters, arch, "notify");
    }

    /** Parameters that are not what they must be. */
    public static final class FormatException extends Exception {
        private static final long serialVersionUID = 1L;

        FormatException(String message) {
            super(message);
        }
    }

    /** The parameters of the toolchain for a generation of chips. */
    public static CostModel standard(Arch arch) {
        return new CostModel(standardParameters(), arch);
    }

    private static Map<String, Long> standardParameters() {
        Properties properties = new Properties();
        try (InputStream in = CostModel.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is missing");
            }
            properties.load(in);
            Map<String, Long> parameters = new TreeMap<>();
            read(properties, parameters);
            return parameters;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (FormatException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * These parameters, some of them replaced.
     *
     * @param text in the form of {@code costs.properties}
     * @throws FormatException if a name is none of theirs or a value is no positive whole number
     */
    public CostModel overriddenBy(Reader text) throws IOException, FormatException {
        Properties properties = new Properties();
        properties.load(text);
        for (String name : properties.stringPropertyNames()) {
            if (!parameters.containsKey(name)) {
                throw new FormatException(
                        "there is no parameter `"
                                + name
                                + "`; there are "
                                + String.join(", ", parameters.keySet()));
            }
        }
        Map<String, Long> changed = new TreeMap<>(parameters);
        read(properties, changed);
        return new CostModel(changed, arch);
    }

    private static void read(Properties properties, Map<String, Long> into) throws FormatException {
        for (String name : properties.stringPropertyNames()) {
            String value = properties.getProperty(name).strip();
            try {
                long number = Long.parseLong(value);
                boolean isDelay =
                        name.endsWith("startup")
                                || name.endsWith("event")
                                || name.endsWith("notify");
                if (number < (isDelay ? 0 : 1) || number > MOST) {
                    throw new NumberFormatException();
                }
                into.put(name, number);
            } catch (NumberFormatException e) {
                throw new FormatException(
                        "`"
                                + name
                                + "` must be a whole number of at most "
                                + MOST
                                + " (a rate at least 1), and not `"
                                + value
                                + "`");
            }
        }
    }

    private static Rate rate(Map<String, Long> parameters, Arch arch, String startup, String rate) {
        return new Rate(get(parameters, arch, startup), Math.max(1, get(parameters, arch, rate)));
    }

    private static long get(Map<String, Long> parameters, Arch arch, String name) {
        return parameters.getOrDefault(arch.target() + "." + name, 0L);
    }

    /** Cycles before the first byte, and bytes per cycle from then on. */
    private record Rate(long startup, long bytes) {
        long cycles(long n) {
            return startup + Math.ceilDiv(n, bytes);
        }
    }

    /** The chips whose parameters these are. */
    public Arch arch() {
        return arch;
    }

    /** Cycles per microsecond. */
    public long mhz() {
        return mhz;
    }

    /** Cycles from global memory to the UB. */
    public long load(long bytes, boolean isRemote) {
        return (isRemote ? loadRemote : loadLocal).cycles(bytes);
    }

    /** Cycles from the UB to global memory. */
    public long store(long bytes, boolean isRemote) {
        return (isRemote ? storeRemote : storeLocal).cycles(bytes);
    }

    /** Cycles of one instruction of the vector unit. */
    public long vector(long bytes) {
        return vector.cycles(bytes);
    }

    /** Cycles of the CCU to read and reduce bytes. */
    public long ccu(long bytes) {
        return ccu.cycles(bytes);
    }

    /** Cycles from the end of an instruction to one on another pipe that waits for it. */
    public long event() {
        return event;
    }

    /** Cycles until a deposit shows on another rank. */
    public long deposit() {
        return deposit;
    }
}

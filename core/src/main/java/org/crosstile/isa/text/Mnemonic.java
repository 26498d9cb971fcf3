package org.crosstile.isa.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The operations of the text, with the attributes that each may have. */
public enum Mnemonic {
    TREDUCE("treduce", "op", "engine", "cke", "mask", "source", "stages"),
    TGATHER("tgather", "stages"),
    TSCATTER("tscatter", "stages"),
    TBROADCAST("tbroadcast", "stages"),
    TPUT("tput", "atomic", "stages"),
    TGET("tget", "stages"),
    TNOTIFY("tnotify", "op"),
    TWAIT("twait", "cmp"),
    TTEST("ttest", "cmp"),
    TLOAD("tload"),
    TSTORE("tstore"),
    TADD("tadd"),
    TMAX("tmax"),
    TMIN("tmin"),
    TEXPANDS("texpands"),
    CCU_REGISTER("ccu.register", "op", "cke", "mask"),
    CCU_LAUNCH("ccu.launch", "cke"),
    BARRIER("pto.barrier"),
    RANK("pto.rank"),
    NRANKS("pto.nranks"),
    PEER("pto.peer"),
    GROUP("pto.group", "root"),
    PARTITION_VIEW("pto.partition_view", "offsets", "sizes"),
    ALLOC_TILE("pto.alloc_tile", "addr"),
    CONSTANT("arith.constant", "value"),
    ADDI("arith.addi"),
    SUBI("arith.subi"),
    MULI("arith.muli"),
    DIVSI("arith.divsi"),
    REMSI("arith.remsi"),
    CMPI("arith.cmpi", "predicate"),
    INDEX_CAST("arith.index_cast");

    private final String text;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> attributes;

    Mnemonic(String text, String... attributes) {
        this.text = text;
        this.attributes = List.of(attributes);
    }

    /** As it is written. */
    public String text() {
        return text;
    }

    /** The names of its attributes. */
    public List<String> attributes() {
        return attributes;
    }

    /** Whether it is one of the communication instructions that need tiles. */
    public boolean needsTiles() {
        return switch (this) {
            case TREDUCE, TGATHER, TSCATTER, TBROADCAST, TPUT, TGET -> true;
            default -> false;
        };
    }

    /** Whether it returns an event. */
    public boolean isInstruction() {
        return switch (this) {
            case TREDUCE, TGATHER, TSCATTER, TBROADCAST, TPUT, TGET, TNOTIFY, TWAIT -> true;
            case TLOAD, TSTORE, TADD, TMAX, TMIN, TEXPANDS -> true;
            default -> false;
        };
    }

    /** Whether its types are one type without parentheses. */
    public boolean isArithmetic() {
        return switch (this) {
            case RANK, NRANKS, ALLOC_TILE, CONSTANT, ADDI, SUBI, MULI, DIVSI, REMSI, CMPI -> true;
            default -> false;
        };
    }

    /** The operation of a name. */
    public static Optional<Mnemonic> named(String text) {
        return Arrays.stream(values()).filter(m -> m.text.equals(text)).findFirst();
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Mnemonic::text).toList();
    }
}

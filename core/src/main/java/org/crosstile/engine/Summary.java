package org.crosstile.engine;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.crosstile.memory.View;

/**
 * What a tensor holds, in a few numbers.
 *
 * @param min the least element; NaN if there is none, or a NaN among them
 * @param sum added up in row-major order in double precision
 * @param first the leading elements, at most {@value #FIRST}
 */
public record Summary(double min, double max, double sum, double[] first) {
    private static final int FIRST = 6;

    /** Computes the summary of a tensor. */
    public static Summary of(HostTensor tensor) {
        long n = tensor.elements();
        double min = n == 0 ? Double.NaN : Double.POSITIVE_INFINITY;
        double max = n == 0 ? Double.NaN : Double.NEGATIVE_INFINITY;
        double sum = 0;
        double[] first = new double[(int) Math.min(n, FIRST)];
        for (long i = 0; i < n; i++) {
            double value = tensor.get(i);
            if (i < first.length) {
                first[(int) i] = value;
            }
            min = Math.min(min, value);
            max = Math.max(max, value);
            sum += value;
        }
        return new Summary(min, max, sum, first);
    }

    /** SHA-256 of the elements' bytes, little endian, row-major, in hexadecimal. */
    public static String sha256(HostTensor tensor) {
        return sha256(List.of(tensor));
    }

    /** SHA-256 of the bytes of all elements of all tensors, one after the other. */
    public static String sha256(List<HostTensor> tensors) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            long chunk = 1 << 26;
            for (HostTensor tensor : tensors) {
                View values = tensor.values();
                long bytes = tensor.elements() * tensor.dtype().bytes();
                for (long at = 0; at < bytes; at += chunk) {
                    digest.update(
                            values.segment()
                                    .asSlice(values.offset() + at, Math.min(chunk, bytes - at))
                                    .asByteBuffer());
                }
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new DefectException("every JVM has SHA-256", e);
        }
    }
}

package org.crosstile.memory;

import java.util.Arrays;

/** Matrix products: row by row, each a sum of scaled rows, which is what vectorises. */
final class MatrixLoops {
    private MatrixLoops() {}

    static void floats(Tile a, Tile b, int inner, Tile out, boolean adds) {
        int n = b.validColumns();
        float[][] rows = new float[inner][n];
        for (int k = 0; k < inner; k++) {
            for (int c = 0; c < n; c++) {
                rows[k][c] = b.real(k * b.columns() + c);
            }
        }
        float[] sum = new float[n];
        for (int r = 0; r < a.validRows(); r++) {
            if (adds) {
                System.arraycopy(out.floats(), r * out.columns(), sum, 0, n);
            } else {
                Arrays.fill(sum, 0);
            }
            for (int k = 0; k < inner; k++) {
                add(sum, a.real(r * a.columns() + k), rows[k]);
            }
            System.arraycopy(sum, 0, out.floats(), r * out.columns(), n);
        }
    }

    private static void add(float[] sum, float factor, float[] row) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += factor * row[i];
        }
    }

    static void integers(Tile a, Tile b, int inner, Tile out, boolean adds) {
        int n = b.validColumns();
        int[][] rows = new int[inner][n];
        for (int k = 0; k < inner; k++) {
            for (int c = 0; c < n; c++) {
                rows[k][c] = (int) b.integer(k * b.columns() + c);
            }
        }
        int[] sum = new int[n];
        for (int r = 0; r < a.validRows(); r++) {
            if (adds) {
                System.arraycopy(out.ints(), r * out.columns(), sum, 0, n);
            } else {
                Arrays.fill(sum, 0);
            }
            for (int k = 0; k < inner; k++) {
                add(sum, (int) a.integer(r * a.columns() + k), rows[k]);
            }
            System.arraycopy(sum, 0, out.ints(), r * out.columns(), n);
        }
    }

    private static void add(int[] sum, int factor, int[] row) {
        for (int i = 0; i < sum.length; i++) {
            sum[i] += factor * row[i];
        }
    }
}

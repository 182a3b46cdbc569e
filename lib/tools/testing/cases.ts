const factor = Math.max(1, Number(process.env.TOOLYARD_CASES ?? 1) || 1);

/** The number of cases for a property test, multiplied by `TOOLYARD_CASES`. */
export const numRuns = (cases: number): number => cases * factor;

/** The timeout of a property test; it grows with the number of cases. */
export const patience = { timeout: 60_000 * factor };

/** Whether this is a long run, with more cases than usual. */
export const isLong = factor > 1;

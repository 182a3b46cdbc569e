const factor = Math.max(1, Number(process.env.TOOLYARD_CASES ?? 1) || 1);

/** How many cases a property is tried with; `TOOLYARD_CASES` multiplies them. */
export const numRuns = (cases: number): number => cases * factor;

/** What a test of a property may take: more cases, more time. */
export const patience = { timeout: 60_000 * factor };

/** Whether there is time for more than what usually counts. */
export const isLong = factor > 1;

/** How many cases a property is tried with; `TOOLYARD_CASES` multiplies them. */
export const numRuns = (cases: number): number => cases * Math.max(1, Number(process.env.TOOLYARD_CASES ?? 1) || 1);

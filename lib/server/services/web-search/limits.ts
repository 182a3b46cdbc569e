/** Most results of one search. */
export const MAX_RESULTS = 10;
/** Most characters of a result's excerpt. */
export const MAX_EXCERPT = 500;

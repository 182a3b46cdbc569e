/** How a turn of the model ended that did not come to its end: somebody stopped it, or it failed and may be made again. */
export const STOPPED = 'stopped';
export const FAILED = 'failed';

/** Whether the model said all that it was going to say. */
export const isWhole = ({ stop }: { stop: string }): boolean => stop !== STOPPED && stop !== FAILED;

import { DEFAULT_RATE } from '@/lib/protocol';

/** The window that calls are counted in, as it stands behind a number of them: `a minute`, `in 10 s`. */
export const windowLabel = (seconds: number = DEFAULT_RATE.windowSeconds): string =>
  seconds === 60 ? 'a minute' : `in ${seconds} s`;

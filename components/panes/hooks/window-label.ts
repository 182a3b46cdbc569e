import { DEFAULT_RATE } from '@/lib/protocol';
import type { Text } from '../../messages/text';

/** The time window of a rate limit, to put after a number of calls: `a minute`, `in 10 s`. */
export const windowLabel = (text: Text<'hooks'>, seconds: number = DEFAULT_RATE.windowSeconds): string =>
  seconds === 60 ? text('aMinute') : text('inSeconds', { seconds });

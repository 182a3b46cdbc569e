import { DEFAULT_RATE } from '@/lib/protocol';
import type { Text } from '../../messages/text';

/** The window that calls are counted in, as it stands beside a number of them: `a minute`, `in 10 s`. */
export const windowLabel = (text: Text<'hooks'>, seconds: number = DEFAULT_RATE.windowSeconds): string =>
  seconds === 60 ? text('aMinute') : text('inSeconds', { seconds });

import type { ModelOverrides } from '@/lib/models/overrides';
import { isWhole } from '@/lib/protocol';
import type { History } from './history';

/** What the thread replays, and how far it has come. */
export const replayOf = ({ thread: { cassette, turns } }: Pick<History, 'thread'>): ModelOverrides =>
  cassette ? { replay: { cassette, played: turns.filter(isWhole).length } } : {};

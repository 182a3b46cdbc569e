import type { Given } from '@/lib/models/given';
import { FAILED, STOPPED, type History } from './history';

/** What the thread replays, and how far it has come. */
export function replayOf({ thread: { cassette, turns } }: Pick<History, 'thread'>): Given {
  if (!cassette) return {};
  return { replay: { cassette, played: turns.filter(({ stop }) => stop !== STOPPED && stop !== FAILED).length } };
}

import type { Cassette, WrittenTurn } from '@/lib/protocol';
import type { ExchangeKeeper } from './exchanges';
import type { RawRecording } from './raw-recording';

/** What a model may be made of beside options and keys: what the run brought, or what the thread's log keeps. */
export interface ModelOverrides {
  /** The turn that a person wrote for this run. */
  turn?: WrittenTurn;
  /** What the thread replays, and how many turns of the model it has had. */
  replay?: { cassette: Cassette; played: number };
  /** What listens to the provider's replies. */
  recording?: RawRecording;
  /** Where its requests and their answers are kept for a person to see. */
  exchanges?: ExchangeKeeper;
}

import type { Cassette, WrittenTurn } from '@/lib/protocol';
import type { ExchangeSink } from './exchanges';
import type { RawRecording } from './raw-recording';

/** What creating a model may take besides options and keys: from the run's input or the thread's log. */
export interface ModelOverrides {
  /** The turn that a person wrote for this run. */
  turn?: WrittenTurn;
  /** The cassette that the thread replays, and how many turns have been played. */
  replay?: { cassette: Cassette; played: number };
  /** Records the provider's replies. */
  recording?: RawRecording;
  /** Where its requests and replies are kept for a person to inspect. */
  exchanges?: ExchangeSink;
}

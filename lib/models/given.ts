import type { Cassette, WrittenTurn } from '@/lib/protocol';
import type { ReplyTape } from './reply-tape';

/** What a model may be made of beside options and keys: what the leg brought, or what the thread's log keeps. */
export interface Given {
  /** The turn that a person wrote for this leg. */
  turn?: WrittenTurn;
  /** What the thread replays, and how many turns of the model it has had. */
  replay?: { cassette: Cassette; played: number };
  /** What listens to the provider's replies. */
  tape?: ReplyTape;
}

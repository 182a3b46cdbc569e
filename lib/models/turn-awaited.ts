import type { ModelRequest } from './model';

/** Thrown by a model whose turn a person has yet to write. The run ends and waits; nothing is kept in memory. */
export class TurnAwaited extends Error {
  override name = 'TurnAwaited';
  constructor(readonly request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>) {
    super('The turn is still to be written.');
  }
}

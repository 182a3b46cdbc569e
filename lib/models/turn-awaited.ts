import type { ModelRequest } from './model';

/** Thrown by a model that cannot speak before somebody has said what. The run ends and waits: nothing is held in memory. */
export class TurnAwaited extends Error {
  override name = 'TurnAwaited';
  constructor(readonly request: Pick<ModelRequest, 'system' | 'messages' | 'tools'>) {
    super('The turn is still to be written.');
  }
}

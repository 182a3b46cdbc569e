import { PendingRequest, shared } from '../handle';
import { isCallback } from '../../binding';
import { facts } from '../../library';

const { kCryptoJobSync }: { kCryptoJobSync?: number } = Object(facts.bindings.crypto);

type Outcome = [error: unknown, result?: unknown];

function outcomeOf(work: () => unknown): Outcome {
  try {
    return [undefined, work()];
  } catch (error) {
    return [error];
  }
}

/** A class of jobs, run once, synchronously or in a later turn. `prepare` checks the arguments and returns the work to do. */
export const job = (prepare: (...args: unknown[]) => () => unknown): unknown =>
  class CryptoJob extends PendingRequest {
    readonly #sync: boolean;
    readonly #work: () => unknown;

    constructor(mode: number, ...args: unknown[]) {
      super();
      this.#sync = mode === kCryptoJobSync;
      this.#work = prepare(...args);
    }

    run(): Outcome | undefined {
      const outcome = outcomeOf(this.#work);
      if (this.#sync) return outcome;
      shared.loop?.complete(() => {
        const done: unknown = Reflect.get(this, 'ondone');
        if (isCallback(done)) shared.contexts?.run(this.getAsyncId(), this, () => done.apply(this, outcome));
      });
      return undefined;
    }
  };

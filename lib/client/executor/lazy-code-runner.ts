import type { CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** A code runner that can be loaded before its first task. */
export interface WarmCodeRunner extends CodeRunner {
  warm(): void;
}

/** A code runner that is loaded by its first task, or earlier by `warm`. */
export function createLazyCodeRunner(load: () => Promise<WarmCodeRunner>): WarmCodeRunner {
  let loaded: Promise<WarmCodeRunner> | undefined;
  const get = (): Promise<WarmCodeRunner> => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  let warmed = false;
  return {
    warm() {
      if (warmed) return;
      warmed = true;
      get().then(
        (codeRunner) => codeRunner.warm(),
        () => (warmed = false),
      );
    },
    async run(task, options) {
      let codeRunner: WarmCodeRunner;
      try {
        codeRunner = await get();
      } catch (error) {
        return { ok: false, cause: 'unavailable', message: messageOf(error), log: '' };
      }
      return codeRunner.run(task, options);
    },
  };
}

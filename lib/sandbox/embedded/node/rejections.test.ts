import { EventEmitter } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { tellRejection } from './rejections';

function begun() {
  const process = new EventEmitter();
  const fatal = vi.fn<(error: unknown, origin?: string) => void>();
  const guest = { fatal, loop: { run: (task: () => void) => task() } };
  return {
    process,
    fatal,
    tell: (reason: unknown) => tellRejection(guest, process, { reason, promise: Promise.resolve() }),
  };
}

describe('a rejection that nobody handled', () => {
  it('is fatal with its error', () => {
    const { fatal, tell } = begun();
    const error = new Error('late');
    tell(error);
    expect(fatal).toHaveBeenCalledWith(error, 'unhandledRejection');
  });

  it('says what it was rejected with, if that is no error', () => {
    const { fatal, tell } = begun();
    tell({ a: 1 });
    expect(fatal.mock.calls[0]?.[0]).toMatchObject({
      name: 'UnhandledPromiseRejection',
      code: 'ERR_UNHANDLED_REJECTION',
      message: expect.stringContaining('reason "{ a: 1 }"'),
    });
  });

  it('goes to the program where it listens for it', () => {
    const { process, fatal, tell } = begun();
    const listener = vi.fn<(reason: unknown, promise: Promise<unknown>) => void>();
    process.on('unhandledRejection', listener);
    tell(5);
    expect(listener).toHaveBeenCalledWith(5, expect.any(Promise));
    expect(fatal).not.toHaveBeenCalled();
  });
});

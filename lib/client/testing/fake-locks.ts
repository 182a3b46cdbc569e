interface Held {
  name: string;
  rob: (reason: unknown) => void;
}

/** Web Locks for several tabs in one process: `request` with `ifAvailable`, `signal` and `steal`, first come, first served. */
export function createFakeLocks(): LockManager {
  const held = new Map<string, Held>();
  const waiting: { name: string; grant: () => void }[] = [];

  const hold = async <T>(name: string, callback: LockGrantedCallback<T>): Promise<T> => {
    let rob: Held['rob'] = () => undefined;
    const robbed = new Promise<never>((_, reject) => (rob = reject));
    const mine = { name, rob };
    held.set(name, mine);
    try {
      return await Promise.race([Promise.resolve(callback({ name, mode: 'exclusive' })), robbed]);
    } finally {
      if (held.get(name) === mine) {
        held.delete(name);
        const next = waiting.findIndex((request) => request.name === name);
        if (next >= 0) waiting.splice(next, 1)[0]?.grant();
      }
    }
  };

  async function request<T>(
    name: string,
    second: LockOptions | LockGrantedCallback<T>,
    third?: LockGrantedCallback<T>,
  ): Promise<T> {
    const options = typeof second === 'function' ? {} : second;
    const callback = typeof second === 'function' ? second : third;
    if (!callback) throw new TypeError('no callback');
    await Promise.resolve();
    const holder = held.get(name);
    if (!holder) return hold(name, callback);
    if (options.ifAvailable) return callback(null);
    if (options.steal) {
      held.delete(name);
      holder.rob(new DOMException('stolen', 'AbortError'));
      return hold(name, callback);
    }
    await new Promise<void>((resolve, reject) => {
      const entry = { name, grant: resolve };
      waiting.push(entry);
      options.signal?.addEventListener('abort', () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(new DOMException('aborted', 'AbortError'));
      });
    });
    return hold(name, callback);
  }
  return { request, query: async () => ({ held: [], pending: [] }) };
}

/**
 * Returns a function that runs pieces of work one after another, in the order in which they are handed to it. One that fails
 * does not hold up those after it.
 */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => undefined);
    return done;
  };
}

/** Such a queue for each object; it lives as long as the object. */
export function createQueuePerObject(): <T>(owner: object, work: () => Promise<T>) => Promise<T> {
  const queues = new WeakMap<object, ReturnType<typeof createSerialQueue>>();
  return (owner, work) => {
    const queue = queues.get(owner) ?? createSerialQueue();
    queues.set(owner, queue);
    return queue(work);
  };
}

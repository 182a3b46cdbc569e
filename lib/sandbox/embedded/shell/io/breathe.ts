const AT_MOST_MS = 15;

let last = performance.now();
const waiting: (() => void)[] = [];
let channel: MessageChannel | undefined;

/** Lets messages and timers run if none have for a while, so that a busy script can be stopped. */
export function breathe(): Promise<void> | undefined {
  if (performance.now() - last < AT_MOST_MS) return undefined;
  return letEventsIn();
}

/** Lets messages and timers run, without the minimum delay that browsers give timers. */
export function letEventsIn(): Promise<void> {
  return new Promise((done) => {
    waiting.push(() => {
      last = performance.now();
      done();
    });
    channel ??= open();
    channel.port2.postMessage(null);
  });
}

function open(): MessageChannel {
  const made = new MessageChannel();
  made.port1.addEventListener('message', () => {
    waiting.shift()?.();
    if (waiting.length > 0) return;
    // An open port would keep a Node process alive.
    made.port1.close();
    channel = undefined;
  });
  made.port1.start();
  return made;
}

import { expect, it, vi } from 'vitest';
import { EventLoop } from './event-loop';
import { LoopHandle } from './loop-handle';

// Before the loop is imported: it keeps the timers that it finds.
vi.hoisted(() => vi.useFakeTimers());

const nothing = () => {};
type Program = (loop: EventLoop, globals: EventLoop['globals']) => void;

const endsAfter: [what: string, ms: number | undefined, program: Program][] = [
  ['nothing to do', 0, nothing],
  ['a timer', 50, (_, { setTimeout }) => setTimeout(nothing, 50)],
  ['an interval', undefined, (_, { setInterval }) => setInterval(nothing, 50)],
  [
    'an interval that is cleared',
    50,
    (_, globals) => {
      const timer = globals.setInterval(() => globals.clearInterval(timer), 50);
    },
  ],
  ['an unreferenced timer', 0, (_, { setTimeout }) => setTimeout(nothing, 50).unref()],
  ['a timer that is referenced again', 50, (_, { setTimeout }) => setTimeout(nothing, 50).unref().ref()],
  [
    'a timer that its task starts anew',
    100,
    (_, { setTimeout }) => {
      let left = 1;
      const timer = setTimeout(() => void (left-- > 0 && timer.refresh()), 50);
    },
  ],
  [
    'a timer that is started anew when it is over',
    90,
    (_, { setTimeout }) => {
      const timer = setTimeout(nothing, 20);
      setTimeout(() => timer.refresh(), 70);
    },
  ],
  ['a handle', undefined, (loop) => new LoopHandle(loop).setActive(true)],
  [
    'a handle that is active twice and let go once',
    0,
    (loop) => {
      const handle = new LoopHandle(loop);
      for (const active of [true, true, false]) handle.setActive(active);
    },
  ],
  ['a handle that is unreferenced before it is active', 0, (loop) => new LoopHandle(loop).unref().setActive(true)],
];

it.each(endsAfter)('a program with %s ends after %s ms', (_what, ms, program) => {
  const start = Date.now();
  let ended: number | undefined;
  const loop = new EventLoop(
    // In tens: the end itself takes a turn.
    () => (ended ??= Math.floor((Date.now() - start) / 10) * 10),
    (error) => {
      throw error;
    },
  );
  program(loop, loop.globals);
  loop.check();
  vi.advanceTimersByTime(1000);
  expect(ended).toBe(ms);
});

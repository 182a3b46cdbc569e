import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TERMINAL_WINDOW } from '../protocol/limits';
import { PageOutput } from './page-output';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open(terminal: boolean) {
  const sent: string[] = [];
  return { sent, output: new PageOutput((text) => sent.push(text), terminal) };
}

describe('output to the page', () => {
  it('goes at once, and what follows it soon goes together', () => {
    const { sent, output } = open(false);
    for (let line = 0; line < 1000; line += 1) void output.write(1, 'x\n');
    expect(sent).toEqual(['x\n']);
    vi.runAllTimers();
    expect(sent.map(({ length }) => length)).toEqual([2, 1998]);
    void output.write(1, 'y');
    expect(sent.at(-1)).toBe('y');
  });

  it('is there before the program ends', () => {
    const { sent, output } = open(false);
    void output.write(1, 'a');
    void output.write(2, 'b');
    output.flush();
    expect(sent.join('')).toBe('ab');
  });

  it('makes the writer wait until the page has taken it', async () => {
    const { sent, output } = open(true);
    let waits = 0;
    let wait: Promise<void> | undefined;
    while (!wait) wait = output.write(1, 'x'.repeat(1000));
    void wait.then(() => (waits += 1));
    vi.runAllTimers();
    await Promise.resolve();
    expect(waits).toBe(0);
    const chars = sent.join('').length;
    expect(chars).toBeLessThan(TERMINAL_WINDOW + 2000);
    output.taken(chars);
    await wait;
    expect(waits).toBe(1);
  });

  it('is thrown away by an interrupt, and its writer goes on', async () => {
    const { sent, output } = open(true);
    void output.write(1, 'first');
    const wait = output.write(1, 'x'.repeat(20_000));
    output.discard();
    await wait;
    vi.runAllTimers();
    expect(sent).toEqual(['first']);
  });

  it('is held back where one write is more than the page has room for, and all arrives', () => {
    const { sent, output } = open(true);
    const text = Array.from({ length: 50_000 }, (_, line) => `line ${line}`).join(' ');
    void output.write(1, text);
    vi.runAllTimers();
    expect(sent.join('').length).toBe(TERMINAL_WINDOW);
    for (let at = 0; at < sent.length; at += 1) {
      output.taken(sent[at]?.length ?? 0);
      vi.runAllTimers();
    }
    expect(sent.join('')).toBe(text);
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLanguageService } from '@/lib/client/code/language-service';
import { codeWorkerHere } from '@/lib/client/code/testing/code-worker';
import { createWorktreeStore } from '@/lib/client/ports/worktrees';
import { createMemoryStore } from '@/lib/stores';
import { builtinTools } from '@/lib/tools/builtin';
import { createBench, type Bench } from '@/lib/tools/testing/bench';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findScenario, play, type HistoryEntry } from './index';

const SAMPLE = join(import.meta.dirname, '../../public/samples/cart');

let bench: Bench;
beforeEach(async () => {
  const ports: Parameters<typeof createBench>[1] = {};
  bench = await createBench(builtinTools, ports);
  const { sandbox, shell } = bench;
  Object.assign(ports, {
    code: createLanguageService({ sandbox, worker: codeWorkerHere(), cwd: () => shell.cwd }),
    worktrees: await createWorktreeStore({ sandbox, shell, table: createMemoryStore(), threadId: 'thread' }),
  });
  for (const path of [
    'src/cart.ts',
    'src/tax.ts',
    'src/money.ts',
    'src/types.ts',
    'src/discount.ts',
    'src/shipping.ts',
  ]) {
    await bench.write(path, readFileSync(join(SAMPLE, path)));
  }
});
afterEach(() => bench.sandbox.dispose());

/** Plays a scenario with the real tools; each call's tool and code, and the last words. */
async function playThrough(id: string, pretend: (command: string) => string | undefined = () => undefined) {
  const history: HistoryEntry[] = [{ role: 'user', text: findScenario(id)?.prompt ?? '' }];
  const calls: string[] = [];
  for (let turn = 0; turn < 15; turn++) {
    const { text = '', calls: made = [] } = play(history, { attempt: 1 });
    if (made.length === 0) return { calls, words: text };
    const seen = made.map((call, index) => ({
      id: `${turn}.${index}`,
      name: call.name,
      input: 'input' in call ? { ...call.input } : {},
    }));
    history.push({ role: 'assistant', text, calls: seen });
    for (const { id: callId, name, input } of seen) {
      const said = pretend(String(Object(input).command));
      const { result } =
        said === undefined
          ? await bench.call(name, input)
          : { result: { success: true, text: said, error: undefined } };
      calls.push(`${name} ${result.error ?? 'ok'}`);
      history.push({
        role: 'result',
        callId,
        text: result.text,
        failed: !result.success,
        ...(result.error && { error: result.error }),
      });
    }
  }
  throw new Error('It does not end.');
}

describe('scenarios of git and code', () => {
  it('language-service renames, breaks, and fixes', async () => {
    const { calls, words } = await playThrough('language-service');
    expect(calls).toEqual(['LSP ok', 'Read ok', 'Read ok', 'Edit ok', 'LSP ok', 'Edit ok', 'LSP ok', 'LSP ok']);
    expect(words).toContain('TypeScript finds nothing wrong');
    expect(await bench.text('src/cart.ts')).toContain('taxShare(item.category)');
  });

  it('worktree leaves the main files as they are', async () => {
    const before = await bench.text('src/cart.ts');
    const { calls, words } = await playThrough('worktree', (command) =>
      command.includes('git ') ? 'done' : undefined,
    );
    expect(calls).toEqual([
      'Bash ok',
      'EnterWorktree ok',
      'Read ok',
      'Edit ok',
      'Bash ok',
      'ExitWorktree EXECUTION_ERROR',
    ]);
    expect(words).toContain('modified or untracked');
    expect(await bench.text('src/cart.ts')).toBe(before);
    expect(await bench.text('.worktrees/line-total/src/cart.ts')).toContain('round(net * (1 + rate))');
  });
});

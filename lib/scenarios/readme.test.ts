import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'sucrase';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as endings from './endings';
import * as history from './history';
import { SCENARIOS, type HistoryEntry, type Scenario } from './index';

const README = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
const MODULES: Readonly<Record<string, unknown>> = { './endings': endings, './history': history };

const isScenario = (value: unknown): value is Scenario =>
  z.object({ id: z.string(), prompt: z.string(), sample: z.string(), next: z.function() }).safeParse(value).success;

/** What the example in the README exports. */
function example(): Scenario {
  const [, source = ''] = /```ts\n(.*?)```/s.exec(README) ?? [];
  const { code } = transform(source, { transforms: ['typescript', 'imports'] });
  const exported: Record<string, unknown> = {};
  // The example as it stands in the text: nothing else runs what people will copy.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  new Function('require', 'exports', code)((name: string) => MODULES[name], exported);
  const found = Object.values(exported).find(isScenario);
  if (!found) throw new Error('The README has no scenario.');
  return found;
}

describe('the example in the README', () => {
  const { prompt, next } = example();
  const asked: HistoryEntry[] = [{ role: 'user', text: prompt }];
  const after = (file_path: string, error?: string): HistoryEntry[] => [
    ...asked,
    { role: 'assistant', text: '', calls: [{ id: 'c', name: 'Read', input: { file_path } }] },
    { role: 'result', callId: 'c', text: 'Near: src/tax.ts', failed: error !== undefined, ...(error && { error }) },
  ];
  const said = (entries: HistoryEntry[]) => next(entries, { attempt: 1 });

  it('errs, is told, and gets it right', () => {
    expect(said(asked).calls).toEqual([{ name: 'Read', input: { file_path: 'src/taxes.ts' } }]);
    expect(said(after('src/taxes.ts', 'NOT_FOUND')).calls).toEqual([
      { name: 'Read', input: { file_path: 'src/tax.ts' } },
    ]);
    expect(said(after('src/tax.ts')).text).toContain('7 per cent');
  });

  it('ends whatever else comes', () => {
    expect(said(after('src/tax.ts', 'GATE_DENIED')).calls).toBeUndefined();
    expect(said(after('src/tax.ts', 'READ_ERROR')).calls).toBeUndefined();
  });
});

it('names each field a scenario has', () => {
  const fields = new Set(SCENARIOS.flatMap((scenario) => Object.keys(scenario)));
  for (const field of fields) expect(README).toContain(`| \`${field}\``);
});

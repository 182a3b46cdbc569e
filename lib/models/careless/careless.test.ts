import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixCall } from './fix';
import type { SlipKind } from '@/lib/protocol';
import { seeded, SLIP_KINDS, SLIPS } from './slips';
import { editMessages } from './testing/edit-recovery';
import { KINDS_OF_EDITS, measureRecovery, messages } from './testing/recovery';

const schema = {
  type: 'object',
  properties: { file_path: { type: 'string' }, limit: { type: 'integer' } },
  required: ['file_path'],
  additionalProperties: false,
};
const intended = { name: 'Read', input: { file_path: 'a.ts', limit: 10 } };
const edit = {
  name: 'Edit',
  input: { file_path: 'a.ts', old_string: 'const total = 0;', new_string: 'let total = 0;' },
};
const fields = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const offered = [
  { name: 'Read', schema },
  { name: 'Show', schema: fields('file_path', 'limit') },
  { name: 'Edit', schema: fields('file_path', 'old_string', 'new_string') },
];
const OF_EDITS: ReadonlySet<SlipKind> = new Set(['stale-edit', 'ambiguous-match']);

describe('a careless model', () => {
  it.each(SLIP_KINDS)('makes a %s of a call', (kind) => {
    const meant = OF_EDITS.has(kind) ? edit : intended;
    const call = SLIPS[kind](meant, schema, seeded(1), offered);
    expect(call).toBeDefined();
    expect(call).not.toEqual({ name: meant.name, args: JSON.stringify(meant.input) });
    expect(SLIPS[kind](meant, schema, seeded(1), offered)).toEqual(call);
  });

  it.each<[string, string, string, object]>([
    [
      'a name that was meant',
      '{"filePath":"a.ts","limit":10}',
      'Remove the unknown field `filePath`. Did you mean `file_path`?',
      intended.input,
    ],
    ['a missing field', '{"limit":10}', '/: must have required property file_path', intended.input],
    ['a type', '{"file_path":"a.ts","limit":"10"}', 'Send `limit` as an integer, not as a string.', intended.input],
    [
      'no place',
      '{"file_path":"a.ts","limit":10,"deep":1}',
      'must NOT have additional properties',
      { ...intended.input, deep: 1 },
    ],
    ['nothing', '{"limit":10}', 'Something went wrong.', { limit: 10 }],
  ])('fixes what it is told, and only that: %s', (_what, args, text, wanted) => {
    expect(JSON.parse(fixCall({ name: 'Read', args }, intended, text).args)).toEqual(wanted);
  });

  it('sends other text to be found where it is shown that, or told that it was in too many places', () => {
    const fixed = (old_string: string, text: string) =>
      JSON.parse(fixCall({ name: 'Edit', args: JSON.stringify({ ...edit.input, old_string }) }, edit, text).args);
    expect(fixed('constBefore total = 0;', 'It is not there. The nearest line: const total = 0;')).toEqual(edit.input);
    expect(fixed('constBefore total = 0;', 'It is not there.').old_string).toBe('constBefore total = 0;');
    expect(fixed('const', 'It is there 3 times: send more lines.')).toEqual(edit.input);
    expect(fixed('const', 'The edit failed.').old_string).toBe('const');
  });

  it('takes the tool that was meant, where it is told which', () => {
    const call = SLIPS['wrong-tool'](intended, schema, seeded(1), offered);
    expect(call).toEqual({ name: 'Show', args: JSON.stringify(intended.input) });
    expect(SLIPS['wrong-tool'](edit, schema, seeded(1), offered)).toBeUndefined();
    expect(fixCall(call ?? { name: '', args: '' }, intended, 'Show is for images. Did you mean Read?').name).toBe(
      'Read',
    );
  });

  it('takes another name, and writes cut JSON again, where it is told of it', () => {
    const args = JSON.stringify(intended.input);
    expect(fixCall({ name: 'read_tool', args }, intended, 'There is no tool read_tool. Did you mean Read?').name).toBe(
      'Read',
    );
    expect(fixCall({ name: 'read_tool', args }, intended, 'Unknown tool: read_tool').name).toBe('read_tool');
    expect(fixCall({ name: 'Read', args: '{"file' }, intended, 'The JSON ends too early.').args).toBe(args);
  });
});

it('recovers with our messages better than with bare text, and the same for the same seed', async () => {
  const [ours, zod, ajv] = messages();
  if (!ours || !zod || !ajv) throw new Error('There is nothing to compare.');
  const [mine, again, fromZod, fromAjv] = await Promise.all([
    measureRecovery(ours, 1),
    measureRecovery(ours, 1),
    measureRecovery(zod, 1),
    measureRecovery(ajv, 1),
  ]);
  expect(again).toEqual(mine);
  expect(mine.slips).toBeGreaterThan(300);
  expect(mine.recovered).toBeGreaterThan(fromZod.recovered);
  expect(mine.recovered).toBeGreaterThan(fromAjv.recovered);
});

it.runIf(process.env.TOOLYARD_LONG !== undefined)(
  'is in the README as it is measured',
  { timeout: 120_000 },
  async () => {
    const rows = readFileSync('README.md', 'utf8')
      .match(/^\| who answers[^]*?\n\n/m)?.[0]
      .trimEnd()
      .split('\n')
      .slice(2);
    const measured = [];
    for (const from of messages()) {
      const { title, recovered, unnoticed, slips } = await measureRecovery(from, 1);
      measured.push([title, percent(recovered), percent(unnoticed), String(slips)]);
    }
    expect(
      rows?.map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    ).toEqual(measured);
  },
);

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

it('recovers from edits that match nothing or too much with what Toolyard answers, over real files', async () => {
  const [ours] = await editMessages();
  if (!ours) throw new Error('There is nothing to measure.');
  const { slips, recovered, unnoticed } = await measureRecovery(ours, 1, KINDS_OF_EDITS);
  expect(slips).toBeGreaterThan(3);
  expect(recovered + unnoticed).toBeGreaterThan(0.5);
});

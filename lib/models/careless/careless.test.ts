import { describe, expect, it } from 'vitest';
import { mend } from './mend';
import { seeded, SLIP_KINDS, SLIPS } from './slips';
import { measureRecovery, messages } from './testing/recovery';

const schema = {
  type: 'object',
  properties: { file_path: { type: 'string' }, limit: { type: 'integer' } },
  required: ['file_path'],
  additionalProperties: false,
};
const intended = { name: 'Read', input: { file_path: 'a.ts', limit: 10 } };

describe('a careless model', () => {
  it.each(SLIP_KINDS)('makes a %s of a call', (kind) => {
    const call = SLIPS[kind](intended, schema, seeded(1));
    expect(call).not.toEqual({ name: 'Read', args: JSON.stringify(intended.input) });
    expect(SLIPS[kind](intended, schema, seeded(1))).toEqual(call);
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
  ])('mends what it is told, and only that: %s', (_what, args, text, wanted) => {
    expect(JSON.parse(mend({ name: 'Read', args }, intended, text).args)).toEqual(wanted);
  });

  it('takes another name, and writes cut JSON again, where it is told of it', () => {
    const args = JSON.stringify(intended.input);
    expect(mend({ name: 'read_tool', args }, intended, 'There is no tool read_tool. Did you mean Read?').name).toBe(
      'Read',
    );
    expect(mend({ name: 'read_tool', args }, intended, 'Unknown tool: read_tool').name).toBe('read_tool');
    expect(mend({ name: 'Read', args: '{"file' }, intended, 'The JSON ends too early.').args).toBe(args);
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

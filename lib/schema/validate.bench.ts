import { bench, describe } from 'vitest';
import { z } from 'zod';
import { toJsonSchema } from './to-json-schema';
import { validate } from './validate';

const edit = z.strictObject({
  file_path: z.string().min(1),
  old_string: z.string(),
  new_string: z.string(),
  replace_all: z.boolean().optional(),
});
const json = toJsonSchema(edit);
const good = { file_path: 'src/cart.ts', old_string: 'const a = 1;', new_string: 'const a = 2;' };
const bad = { Path: 'src/cart.ts', old_string: 1, new_string: 'const a = 2;' };

describe.each([
  ['good input', good],
  ['bad input', bad],
])('validate, %s', (_, input) => {
  bench('bare Zod', () => void edit.safeParse(input));
  bench('validate, Zod', () => void validate(edit, input));
  bench('validate, JSON Schema', () => void validate(json, input));
});

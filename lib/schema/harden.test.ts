import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { harden } from './harden';
import { validate } from './validate';

const CATASTROPHIC = /^(a+)+$/;
const LONG = `${'a'.repeat(40)}!`;

interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.strictObject({
  name: z.string().regex(CATASTROPHIC),
  get children() {
    return z.array(tree);
  },
});
const endless = (): z.ZodType => z.strictObject({ a: z.lazy(endless).optional(), b: z.string().regex(CATASTROPHIC) });

describe('a hardened schema', () => {
  it.each<[string, z.ZodType, unknown]>([
    ['a text', z.string().regex(CATASTROPHIC), LONG],
    ['a field', z.strictObject({ a: z.string().regex(CATASTROPHIC).optional() }), { a: LONG }],
    ['an item of a union', z.array(z.union([z.number(), z.string().regex(CATASTROPHIC)])), [LONG]],
    ['a schema that holds itself', tree, { name: 'a', children: [{ name: LONG, children: [] }] }],
    ['schemas without end', endless(), { a: { a: { b: LONG }, b: 'a' }, b: 'a' }],
    ['a key', z.record(z.string().regex(CATASTROPHIC), z.number()), { [LONG]: 1 }],
  ])('bounds the pattern of %s', (_what, schema, value) => {
    expect(harden(schema).safeParse(value).success).toBe(false);
  });

  it('leaves the schema that it is made of as it was', () => {
    const schema = z.strictObject({ a: z.string().regex(CATASTROPHIC), b: z.number().multipleOf(0.1) });
    const inside = [schema.shape.a, schema.shape.b].flatMap(({ _zod: { def } }) => def.checks ?? []);
    const before = inside.map(({ _zod: { check } }) => check);
    expect(validate(schema, { a: 'aa', b: 0.3 })).toEqual({ ok: true, value: { a: 'aa', b: 0.3 } });
    expect(inside.map(({ _zod: { check } }) => check)).toEqual(before);
    expect(inside).toHaveLength(2);
    expect(harden(schema)).not.toBe(schema);
  });

  it('is the schema itself where nothing in it differs', () => {
    const schema = z.strictObject({ a: z.string().min(1), b: z.int().optional(), c: z.email() });
    expect(harden(schema)).toBe(schema);
  });

  it('keeps defaults fresh, refinements and transforms', () => {
    let made = 0;
    const schema = z.strictObject({
      id: z.int().default(() => (made += 1)),
      name: z
        .string()
        .regex(/^a/)
        .refine((name) => name !== 'ab', 'Not this one.')
        .transform((name) => name.toUpperCase()),
    });
    expect(validate(schema, { name: 'ax' })).toEqual({ ok: true, value: { id: 1, name: 'AX' } });
    expect(validate(schema, { name: 'ax' })).toEqual({ ok: true, value: { id: 2, name: 'AX' } });
    expect(validate(schema, { name: 'ab' })).toMatchObject({ issues: [{ message: 'Not this one.' }] });
  });
});

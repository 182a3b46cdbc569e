import { describe, expect, it } from 'vitest';
import { builtinTools } from '../builtin';
import { designOf, fixDesign, lint, RULES } from '.';

it('has at least 25 rules, each with an id of its own, a reason and a source', () => {
  expect(RULES.length).toBeGreaterThanOrEqual(25);
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  for (const { id, finds, why, source } of RULES) {
    expect(id).toMatch(/^[a-z]+(-[a-z0-9]+)*$/);
    expect(finds).toMatch(/^[A-Z`].*[^.]$/);
    expect(why).toMatch(/\.$/);
    expect(source).toMatch(/^https:\/\//);
  }
});

describe.each(RULES.map((rule) => [rule.id, rule] as const))('%s', (_id, rule) => {
  it('finds its bad example, below something that is there, and leaves the good ones alone', () => {
    // Of mixed names only the odd one out is wrong.
    for (const tool of rule.id === 'mixed-tool-names' ? rule.bad.slice(0, 1) : rule.bad)
      expect(rule.check(tool, rule.bad)).not.toEqual([]);
    for (const good of rule.good) expect(rule.check(good, rule.good)).toEqual([]);
  });

  it('finds no more after its own fix', () => {
    const [tool] = rule.bad;
    const [found] = tool ? rule.check(tool, rule.bad) : [];
    if (!tool || !found?.fix) return;
    const fixed = fixDesign(tool, found.fix);
    const still = rule.check(fixed, [fixed, ...rule.bad.slice(1)]);
    expect(still.filter(({ at, message }) => at === found.at && message === found.message)).toEqual([]);
  });
});

it.each([
  'Returns one recipe by its title. If it is unknown, call search_recipes first.',
  'Lists the calendars, 50 at most. Call it before create_event when the person names none.',
  'Finds where a function is defined. To search text, use grep.',
  'Posts a comment on an issue. Use create_issue for new topics.',
])('“%s” says when to use it', (description) => {
  const [example] = RULES[0]?.good ?? [];
  const found = example ? lint([{ ...example, description }]) : [];
  expect(found.filter(({ rule }) => rule === 'no-when-not')).toEqual([]);
});

it('finds nothing in the built-in tools', () => {
  const found = lint(builtinTools.map(designOf)).map(
    ({ tool, rule, at, message }) => `${tool}: ${rule} ${at} ${message}`,
  );
  expect(found).toEqual([]);
});

it('of thousands of findings tells the first, and how many more there are', () => {
  const names = Array.from({ length: 120 }, (_, at) => `include_${at}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'boolean' }]));
  const found = lint([{ name: 'set_many', description: '', inputSchema: { type: 'object', properties } }]);
  const untold = found.filter(({ rule }) => rule === 'undescribed-field');
  expect(untold).toHaveLength(51);
  expect(untold.at(-1)?.message).toBe('This rule finds 70 more like these.');
});

it('every rule is through with 4,000 fields of each kind, and with 2,000 levels', { timeout: 30_000 }, () => {
  const many = (field: object): object => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`include_${at}`, field])),
  });
  const deep = Array.from({ length: 2000 }).reduce<object>((inner) => ({ type: 'object', properties: { inner } }), {
    type: 'string',
  });
  const kinds = [{ type: 'boolean' }, { type: 'string', default: 'a' }, { $ref: '#/$defs/a' }, { enum: ['a'] }].map(
    many,
  );
  for (const schema of [...kinds, { anyOf: kinds }, deep]) {
    const found = lint([{ name: 'set_many', description: 'Sets.', inputSchema: { ...schema } }]);
    expect(found.length).toBeGreaterThan(0);
  }
});

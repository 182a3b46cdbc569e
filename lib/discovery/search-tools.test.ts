import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numRuns, patience } from '@/lib/tools/testing/cases';
import { pool, toolOf } from './discovery.fixture';
import { MOST_FOUND, searchTools } from './search-tools';

describe('searchTools', () => {
  it.each([
    ['search file contents', 'Grep'],
    ['regular expression', 'Grep'],
    ['run a command', 'Bash'],
    ['notebook', 'NotebookEdit'],
    ['noteboook cell', 'NotebookEdit'],
    ['bash', 'Bash'],
    ['foreign', 'weather'],
  ])('finds for %j first %s', (query, name) => {
    expect(searchTools(pool, { query }).found[0]).toBe(name);
  });

  it('reads help too, and a name counts more than a description more than help', () => {
    expect(searchTools(pool, { query: 'notebooks' }).found).toContain('Read');
    const [named, described, helped] = [
      toolOf('Zebra', 'Nothing.'),
      toolOf('Two', 'About a zebra.'),
      toolOf('Three', 'Nothing.', { help: 'Zebra.' }),
    ];
    const first = (...tools: (typeof named)[]) =>
      searchTools(
        tools.flatMap((tool) => tool ?? []),
        { query: 'zebra' },
      ).found[0];
    expect([first(helped, described, named), first(helped, described)]).toEqual(['Zebra', 'Two']);
  });

  it('leaves out what only shares a word with the query', () => {
    const [close, far] = [toolOf('Zebra', 'Paints a zebra.'), toolOf('Other', 'Paints houses, fences and much else.')];
    const found = searchTools(
      [far, close].flatMap((tool) => tool ?? []),
      { query: 'paint the zebra' },
    ).found;
    expect(found).toEqual(['Zebra']);
  });

  it('reads only the beginning of long texts, and all tools have a part of what is read', () => {
    const long = toolOf('Long', `Paints a zebra. ${'word '.repeat(2_000_000)}`, { help: 'help '.repeat(500_000) });
    const many = Array.from({ length: 2_000 }, (_, n) => toolOf(`Tool${n}`, 'Some text. '.repeat(700)));
    const since = performance.now();
    expect(searchTools([...many, long], { query: 'zebra' }).found).toEqual(['Long']);
    // Of everything it takes seconds.
    expect(performance.now() - since).toBeLessThan(3_000);
  });

  it('reads descriptions of usual length to the end, however many tools there are', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => toolOf(`Tool${n}`, `Some text. ${'Some text. '.repeat(20)}`));
    const last = toolOf('Last', `${'Some text. '.repeat(40)} Paints a zebra.`);
    expect(searchTools([...many, last], { query: 'zebra' }).found).toEqual(['Last']);
  });

  it('filters by category, with or without words', () => {
    expect(searchTools(pool, { category: 'Search' }).found).toEqual(['Grep', 'Glob']);
    expect(searchTools(pool, { category: 'search', query: 'names' }).found).toEqual(['Glob']);
    expect(searchTools(pool, { category: 'cooking' })).toMatchObject({ found: [], error: 'NOT_FOUND' });
  });

  it('looks up by name and shows help and the whole schema', () => {
    const { found, text } = searchTools(pool, { query: 'select:read, Write' });
    expect(found).toEqual(['Read', 'Write']);
    expect(text).toContain('Shows notebooks cell by cell.');
    expect(text).toContain('{"type":"object"}');
    expect(searchTools(pool, { query: 'words' }).text).not.toContain('Shows notebooks');
  });

  it('says what is missing, and what may have been meant', () => {
    expect(searchTools(pool, { query: 'select:Read,Nope' }).text).toContain('Nope');
    expect(searchTools(pool, { query: 'select:Raed,Gerp' })).toMatchObject({ found: [], error: 'NOT_FOUND' });
    expect(searchTools(pool, { query: 'select:NotbookEdit' }).text).toContain('Did you mean NotebookEdit');
    expect(searchTools(pool, { query: 'qqqqqq' }).text).toContain('Categories: files, search, shell');
  });

  it.each([{}, { query: '  ' }])('asks for a query where there is none: %j', (query) => {
    expect(searchTools(pool, query)).toMatchObject({ found: [], error: 'INVALID_ARGS' });
  });

  it('never finds itself, returns few, and breaks ties by the order of the pool', () => {
    const many = Array.from({ length: 12 }, (_, index) => toolOf(`Tool${index}`, 'Copies a file.'));
    expect(searchTools(many, { query: 'copies' }).found).toEqual(many.slice(0, MOST_FOUND).map(({ name }) => name));
    expect(searchTools(pool, { query: 'ToolSearch finds tools' }).found).not.toContain('ToolSearch');
  });

  it(
    'answers whatever is asked',
    () => {
      const asked = fc.record({ query: fc.string({ unit: 'grapheme' }), category: fc.string() }, { requiredKeys: [] });
      const property = fc.property(asked, fc.boolean(), ({ query, category }, select) => {
        const words = query === undefined ? {} : { query: select ? `select:${query}` : query };
        const { found, text, error } = searchTools(pool, { ...words, ...(category !== undefined && { category }) });
        expect(text).not.toBe('');
        expect(found.length === 0).toBe(error !== undefined);
        expect(found.length).toBeLessThanOrEqual(MOST_FOUND);
        expect(new Set(found).size).toBe(found.length);
      });
      fc.assert(property, { numRuns: numRuns(500) });
    },
    patience.timeout,
  );
});

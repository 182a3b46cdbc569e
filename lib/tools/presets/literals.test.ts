import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { builtinTools } from '../builtin';

const ROOTS = ['lib/tools', 'lib/client'];
/** What a text begins its mention of another tool with. */
const BEFORE = String.raw`(?:with|by|use|call|calling|see|run|in|and|or|用|calls? of) `;
const NAMED = new RegExp(`${BEFORE}(?:${builtinTools.map(({ name }) => name).join('|')})\\b`, 'i');
/** A mention of a tool of ours is in its own case. */
const OURS = new RegExp(`\\b(?:${builtinTools.map(({ name }) => name).join('|')})\\b`);

const sources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|bench|d)\.ts$|testing\/|presets\//.test(path))
    .map((path) => `${folder}/${path}`);

/** The source without comments, and without what describes a tool: descriptions are told in each preset's words as they are. */
const said = (source: string): string =>
  source
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/\b(?:description|title|explains):\s*(?:(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)\s*\+?\s*)+/g, '')
    .replace(/\.describe\(\s*(?:(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)\s*\+?\s*)+,?\s*\)/g, '');

it('no text that a model reads names a tool but by the names it knows', () => {
  const slips = ROOTS.flatMap(sources).flatMap((path) =>
    (said(readFileSync(path, 'utf8')).match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [])
      .map((literal) => literal.replace(/\$\{[^}]*\}/g, '…'))
      .filter((literal) => {
        const mention = NAMED.exec(literal)?.[0];
        return mention !== undefined && OURS.test(mention);
      })
      .map((literal) => `${path}: ${literal}`),
  );
  expect(slips, "name other tools with naming(context, ['Read'], (read) => …) of lib/tools/system").toEqual([]);
});

import { SCENARIOS } from '@/lib/scenarios';
import { CHINESE as SPOKEN } from '@/lib/scenarios/chinese';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import enFirst from './en/first';
import enLater from './en/later';
import zhFirst from './zh/first';
import zhLater from './zh/later';
import { COMMENTS } from './zh/said/comments';
import { LABELS } from './zh/said/labels';
import { LACKS } from './zh/said/lacks';
import { LINT } from './zh/said/lint';
import { NOTES } from './zh/said/notes';
import { PERMISSIONS } from './zh/said/permissions';
import { PROBLEMS } from './zh/said/problems';
import { TITLES } from './zh/said/titles';
import { TOOLS } from './zh/said/tools';
import { WORKSHOP } from './zh/said/workshop';
import { ZOD } from './zh/said/zod';
import { SCENARIO_WORDS } from './zh/scenarios';

/** Of each word on the page, by the glossary: what it is called in neither language. */
const WORDS = [
  ...(readFileSync('docs/glossary.md', 'utf8').split('## On the page')[1] ?? '').matchAll(
    /^\| (?!word |-)(.+?) *\| (.*?) *\| (.+?) *\| (.*?) *\|$/gm,
  ),
].map(([, word = '', not = '', chinese = '', notChinese = '']) => ({
  english: [word, namesIn(not)] as const,
  chinese: [chinese, namesIn(notChinese)] as const,
}));

function namesIn(cell: string): string[] {
  return cell.split(', ').filter(Boolean);
}

/** Phrases that a reader stumbles over. */
const AWKWARD = ['has none', 'says its word', 'as the files stand'];

const messagesOf = (catalogue: Readonly<Record<string, Readonly<Record<string, string>>>>): string[] =>
  Object.values(catalogue).flatMap((area) => Object.values(area));

// Code is not prose: names of folders, tools and fields stay.
const prose = (text: string): string => text.replaceAll(/`[^`]*`|<code>.*?<\/code>|```[^]*?```/g, '');

const ENGLISH = [
  ...messagesOf({ ...enFirst, ...enLater }),
  ...SCENARIOS.flatMap(({ title, summary, prompt }) => [title, summary, prompt]),
  ...readFileSync('README.md', 'utf8').split('\n'),
].map(prose);

const CHINESE = [
  ...messagesOf({ ...zhFirst, ...zhLater }),
  ...Object.values(SCENARIO_WORDS).flatMap(({ title, summary }) => [title, summary]),
  ...Object.values(SPOKEN),
  ...[COMMENTS, LABELS, LACKS, LINT, NOTES, PERMISSIONS, PROBLEMS, TITLES, TOOLS, WORKSHOP, ZOD]
    .flat()
    .map(([, chinese]) => chinese),
].map(prose);

describe('the words of the page', () => {
  it('are read from the glossary', () => {
    expect(WORDS.length).toBeGreaterThan(25);
  });

  it.each(WORDS.map(({ english: [word, not] }) => [word, not] as const).filter(([, not]) => not.length > 0))(
    'are “%s”, not %j',
    (_, not) => {
      const form = new RegExp(String.raw`\b(?:${not.join('|')})s?\b`, 'i');
      expect(ENGLISH.filter((text) => form.test(text))).toEqual([]);
    },
  );

  it.each(WORDS.map(({ chinese: [word, not] }) => [word, not] as const).filter(([, not]) => not.length > 0))(
    'are “%s”, not %j',
    (_, not) => {
      expect(CHINESE.filter((text) => not.some((name) => text.includes(name)))).toEqual([]);
    },
  );

  it.each(AWKWARD)('are never “%s”', (phrase) => {
    expect(ENGLISH.filter((text) => text.includes(phrase))).toEqual([]);
  });

  it('put no blank before the dots of what goes on, and no English unit into Chinese', () => {
    expect(ENGLISH.filter((text) => /^\p{Lu}\w+ing\b.* …$/u.test(text))).toEqual([]);
    expect(CHINESE.filter((text) => /^正在.* …$|(^|\} )ms$/u.test(text))).toEqual([]);
  });

  it('call no lane of the timeline “guards”', () => {
    const lanes = [enLater.timeline, zhLater.timeline].map((area) =>
      Object.entries(area).filter(([key]) => /^lane[A-Z]/.test(key) && !/Explains?$/.test(key)),
    );
    expect(lanes.map((found) => found.length > 2)).toEqual([true, true]);
    expect(lanes.flat().filter(([, name]) => /guard|防护/i.test(name))).toEqual([]);
  });
});

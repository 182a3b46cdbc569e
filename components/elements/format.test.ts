import { describe, expect, it } from 'vitest';
import { ago, count, dollars, duration, plural, shortPath } from './format';

describe('duration', () => {
  it.each([
    [0.2, '<1 ms'],
    [12.4, '12 ms'],
    [999, '999 ms'],
    [999.6, '1.0 s'],
    [3420, '3.4 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min 0 s'],
    [125_000, '2 min 5 s'],
  ])('%d → %s', (ms, words) => expect(duration(ms)).toBe(words));
});

describe('count', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1K'],
    [1240, '1.2K'],
    [999_960, '1M'],
    [3_400_000, '3.4M'],
  ])('%d → %s', (value, words) => expect(count(value)).toBe(words));
});

describe('dollars', () => {
  it.each([
    [0, '$0'],
    [0.00031, '$0.0003'],
    [0.031, '$0.031'],
    [12, '$12.000'],
  ])('%d → %s', (value, words) => expect(dollars(value)).toBe(words));
});

describe('plural', () => {
  it.each([
    [1, '1 issue'],
    [0, '0 issues'],
  ])('%d → %s', (value, words) => expect(plural(value, 'issue')).toBe(words));
});

describe('shortPath', () => {
  it.each([
    ['/home/p/src/a.ts', '/home/p', 'src/a.ts'],
    ['/home/other/a.ts', '/home/p', '/home/other/a.ts'],
    ['/home/p2/a.ts', '/home/p', '/home/p2/a.ts'],
    ['/a.ts', undefined, '/a.ts'],
  ])('%s in %s → %s', (path, workdir, short) => expect(shortPath(path, workdir)).toBe(short));
});

describe('ago', () => {
  it.each([
    [59_000, 'now', '现在'],
    [60_000, '1 min. ago', '1分钟前'],
    [3_599_000, '59 min. ago', '59分钟前'],
    [7_200_000, '2 hr. ago', '2小时前'],
    [86_400_000, '1 day ago', '1天前'],
    [300_000_000, '3 days ago', '3天前'],
  ])('%d → %s, %s', (ms, english, chinese) => {
    expect([ago(ms, 'en'), ago(ms, 'zh')]).toEqual([english, chinese]);
  });
});

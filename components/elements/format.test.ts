import { describe, expect, it } from 'vitest';
import { keepFirst } from '../messages/catalogues';
import zh from '../messages/zh/first';
import { ago, count, dollars, duration, exactDuration, shortPath, zonedTime } from './format';

keepFirst('zh', zh);

describe('duration', () => {
  it.each([
    [0.2, '<1 ms', '<1 毫秒'],
    [12.4, '12 ms', '12 毫秒'],
    [999, '999 ms', '999 毫秒'],
    [999.6, '1.0 s', '1.0 秒'],
    [3420, '3.4 s', '3.4 秒'],
    [59_949, '59.9 s', '59.9 秒'],
    [59_960, '1 min 0 s', '1 分 0 秒'],
    [125_000, '2 min 5 s', '2 分 5 秒'],
    [3_600_000_000, '60,000 min 0 s', '60,000 分 0 秒'],
  ])('%d → %s, %s', (ms, english, chinese) => {
    expect([duration(ms, 'en'), duration(ms, 'zh')]).toEqual([english, chinese]);
  });

  it('has all its figures where they are asked for', () => {
    expect([exactDuration(12_345.67, 'en'), exactDuration(12_345.67, 'zh')]).toEqual(['12,345.7 ms', '12,345.7 毫秒']);
  });
});

describe('count', () => {
  it.each([
    [0, '0', '0'],
    [999, '999', '999'],
    [1000, '1K', '1000'],
    [1240, '1.2K', '1240'],
    [18_460, '18.5K', '1.85万'],
    [999_960, '1M', '100万'],
    [3_400_000, '3.4M', '340万'],
    [250_000_000, '250M', '2.5亿'],
  ])('%d → %s, %s', (value, english, chinese) => {
    expect([count(value, 'en'), count(value, 'zh')]).toEqual([english, chinese]);
  });
});

describe('dollars', () => {
  it.each([
    [0, '$0', 'US$0'],
    [0.00031, '$0.0003', 'US$0.0003'],
    [0.031, '$0.031', 'US$0.031'],
    [1200, '$1,200.000', 'US$1,200.000'],
  ])('%d → %s, %s', (value, english, chinese) => {
    expect([dollars(value, 'en'), dollars(value, 'zh')]).toEqual([english, chinese]);
  });
});

describe('zonedTime', () => {
  it.each([
    ['en', 'May 4, 2026, 9:00 AM (Europe/Berlin)'],
    ['zh', '2026年5月4日 09:00 (Europe/Berlin)'],
  ] as const)('in %s is %s', (locale, words) => {
    expect(zonedTime(Date.UTC(2026, 4, 4, 7), locale, 'Europe/Berlin').replaceAll('\u202f', ' ')).toBe(words);
  });
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

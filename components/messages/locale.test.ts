import { describe, expect, it } from 'vitest';
import { acceptedLocale, localeOf } from './locale';

describe('the language of a page', () => {
  it.each([
    ['zh-TW', 'zh'],
    ['ZH', 'zh'],
    ['en_US', 'en'],
    ['fr', undefined],
    ['english', undefined],
    ['', undefined],
    [null, undefined],
  ])('of the tag %s is %s', (tag, locale) => {
    expect(localeOf(tag)).toBe(locale);
  });

  it.each([
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['fr-FR,fr;q=0.9,zh;q=0.4,en;q=0.3', 'zh'],
    ['en;q=0.2, zh;q=0.7', 'zh'],
    ['zh;q=0, en', 'en'],
    ['zh;q=often, en;q=0.1', 'en'],
    ['de', 'en'],
    ['*', 'en'],
    ['', 'en'],
    [null, 'en'],
  ])('for a browser that wants %s is %s', (header, locale) => {
    expect(acceptedLocale(header)).toBe(locale);
  });
});

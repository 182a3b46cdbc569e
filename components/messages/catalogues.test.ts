import { TYPE, parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import enFirst from './en/first';
import enLater from './en/later';
import zhFirst from './zh/first';
import zhLater from './zh/later';

type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>;
const en: Catalogue = { ...enFirst, ...enLater };
const zh: Catalogue = { ...zhFirst, ...zhLater };

/** What a message takes: its parameters with their kinds, its tags, and how often it has each of its parts. */
function takes(message: string): string[] {
  const found = new Set<string>();
  const look = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
      // One language counts where the other only says the number.
      const isNumber = element.type === TYPE.plural || element.type === TYPE.number;
      found.add(`${isNumber ? 'number' : TYPE[element.type]} ${element.value}`);
      if (element.type === TYPE.plural || element.type === TYPE.select)
        for (const { value } of Object.values(element.options)) look(value);
      if (element.type === TYPE.tag) look(element.children);
    }
  };
  look(parse(message));
  return [...found].toSorted();
}

const sources = ['app', 'components']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`))
  .filter(
    (path) => /\.tsx?$/.test(path) && !/components\/messages\/(en|zh)\/|\.test\./.test(path.replaceAll('\\', '/')),
  )
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

describe('the catalogues', () => {
  it('have the same areas, each where the other has it', () => {
    expect(Object.keys(zhFirst)).toEqual(Object.keys(enFirst));
    expect(Object.keys(zhLater)).toEqual(Object.keys(enLater));
  });

  it.each(Object.keys(en))('have the same messages of %s, with the same parameters', (area) => {
    const english = Object.entries(en[area] ?? {}).map(([key, message]) => [key, takes(message)]);
    const chinese = Object.entries(zh[area] ?? {}).map(([key, message]) => [key, takes(message)]);
    expect(Object.fromEntries(chinese)).toEqual(Object.fromEntries(english));
  });

  it.each(Object.keys(en))('have no message of %s that nothing says', (area) => {
    const unused = Object.keys(en[area] ?? {}).filter(
      (key) => ![`'${key}'`, `"${key}"`].some((use) => sources.includes(use)),
    );
    expect(unused).toEqual([]);
  });

  it.each(Object.keys(zh))('have no English sentence among the Chinese messages of %s', (area) => {
    const english = Object.entries(zh[area] ?? {}).filter(
      ([key, message]) =>
        !/\p{Script=Han}/u.test(message) && /[a-z]+ [a-z]+ [a-z]+/.test(message) && en[area]?.[key] === message,
    );
    expect(english).toEqual([]);
  });
});

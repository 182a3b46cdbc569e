import { describe, expect, it } from 'vitest';
import { LanguageSchema } from '@/lib/protocol';
import { MESSAGES } from './index';

/** Every message of a language with made-up parts, by its key. */
function spoken(language: keyof typeof MESSAGES): Map<string, string> {
  const found = new Map<string, string>();
  const tell = (key: string, message: unknown): void => {
    if (typeof message === 'string') found.set(key, message);
    else if (typeof message === 'function') found.set(key, String(Reflect.apply(message, undefined, argumentsOf(key))));
    else if (typeof message === 'object' && message !== null) {
      for (const [name, part] of Object.entries(message)) tell(`${key}.${name}`, part);
    }
  };
  for (const [key, message] of Object.entries(MESSAGES[language])) tell(key, message);
  return found;
}

function argumentsOf(key: string): unknown[] {
  if (key === 'choose') return ['`x`', ['`a`', '`b`'], 3];
  if (key === 'length' || key === 'bound' || key === 'contains') return ['`x`', '>=', '3', 'items'];
  return key === 'more' || key === 'refused' || key.startsWith('too') ? [3] : ['1', '2', '3', '4', '5'];
}

describe.each(LanguageSchema.options)('messages in %s', (language) => {
  it('are all there', () => {
    const english = spoken('en');
    const messages = spoken(language);
    expect([...messages.keys()].toSorted()).toEqual([...english.keys()].toSorted());
    for (const [key, message] of messages) {
      expect(message, key).not.toMatch(/^\s*$|undefined|NaN|\[object/);
      if (language !== 'en' && key !== 'issue') expect(message, key).not.toBe(english.get(key));
    }
  });
});

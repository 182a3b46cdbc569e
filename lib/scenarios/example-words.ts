import { ownValue } from '@/lib/protocol/own-value';

/** Values that make sense in the sample projects, by field name. */
const WORDS: Readonly<Record<string, string>> = {
  'Grep.pattern': 'export',
  'Glob.pattern': '**/*.ts',
  file_path: 'package.json',
  path: '.',
  command: 'ls',
  url: 'https://example.com/',
  query: 'read files',
  old_string: '"private": true',
  new_string: '"private": false',
  content: 'Hello.\n',
  text: 'Hello.',
  prompt: 'What is it about?',
  description: 'Lists the files',
};

/** A value for each field of a tool, by the field's path; undefined if none is known. */
export const wordFor =
  (tool: string) =>
  (path: readonly string[]): string | undefined => {
    const name = path.at(-1) ?? '';
    return ownValue(WORDS, `${tool}.${name}`) ?? ownValue(WORDS, name);
  };

import type { Dialect, PromptedTool, TextCall } from './dialect';
import type { Grammar } from './parser/grammar';
import { createTextCallParser } from './parser/text-call-parser';

interface DialectDefinition extends Pick<Dialect, 'name' | 'formatCall' | 'formatResult'> {
  readonly grammars: readonly Grammar[];
  /** What a model must know besides the example. */
  readonly rules?: readonly string[];
}

/** A dialect with its grammars, for `parseToolCalls` to try. */
export interface ReadableDialect extends Dialect {
  readonly grammars: readonly Grammar[];
}

export const defineDialect = (definition: DialectDefinition): ReadableDialect => ({
  ...definition,
  teach: (tools) => lesson(definition, tools),
  createParser: (tools) => createTextCallParser(definition.grammars, tools),
});

/** The call shown in every lesson; it has a value of each type that is written differently. */
export const EXAMPLE: TextCall = {
  name: 'find_books',
  arguments: { title: 'A "quiet" house', most: 3, inPrint: true, languages: ['en', 'fr'] },
};

function lesson({ formatCall, rules = [] }: DialectDefinition, tools: readonly PromptedTool[]): string {
  const list = tools.map(({ name, description, parameters }) => JSON.stringify({ name, description, parameters }));
  return [
    'You can use the tools listed below. To call one, write a block in exactly this form, here for a tool named find_books:',
    '',
    formatCall(EXAMPLE),
    '',
    ...[
      'Write one block for each call, after anything else you want to say, and end your turn there: the results come in the next message.',
      'Do not put a block into a code fence or between backticks: there it is only text.',
      ...rules,
    ].map((rule) => `- ${rule}`),
    '',
    'The tools, one a line, each with the JSON Schema of its arguments:',
    '<tools>',
    ...list,
    '</tools>',
  ].join('\n');
}

/** A value in a syntax that has only text: strings unchanged, anything else as JSON. */
export const dialectText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Text escaped so that it cannot close the elements it is put into. */
export const inElement = (text: string, ...tags: readonly string[]): string =>
  tags.reduce((safe, tag) => safe.replaceAll(`</${tag}`, `<\\/${tag}`), text);

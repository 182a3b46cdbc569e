import type { Bash } from 'just-bash/browser';

/** just-bash does not export its syntax tree's types by name. */
export type Script = ReturnType<Bash['transform']>['ast'];
export type Statement = Script['statements'][number];
export type Pipeline = Statement['pipelines'][number];
export type Command = Pipeline['commands'][number];
export type SimpleCommand = Extract<Command, { type: 'SimpleCommand' }>;
export type Word = SimpleCommand['args'][number];

/** The word's text if it is one plain literal. */
export function literalOf(word: Word | null): string | undefined {
  const [part, more] = word?.parts ?? [];
  return part?.type === 'Literal' && !more ? part.value : undefined;
}

export const literal = (value: string): Word => ({ type: 'Word', parts: [{ type: 'Literal', value }] });

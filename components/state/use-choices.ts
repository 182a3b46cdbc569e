import type { Text } from '../messages/text';
import { useText } from '../messages/use-text';
import type { Choice } from './catalogue';

export interface SaidChoice<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly explains: string;
}

/** A few to choose from, in a language. */
export const choicesIn = <Id extends string>(
  text: Text<'choices'>,
  choices: readonly Choice<Id>[],
): readonly SaidChoice<Id>[] =>
  choices.map(({ id, title, explains }) => ({ id, title: text(title), explains: explains ? text(explains) : '' }));

/** A few to choose from, in the language of the page. */
export const useChoices = <Id extends string>(choices: readonly Choice<Id>[]): readonly SaidChoice<Id>[] =>
  choicesIn(useText('choices'), choices);

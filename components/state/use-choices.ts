import type { Text } from '../messages/text';
import { useText } from '../messages/use-text';
import type { Choice } from './catalogue';

export interface SaidChoice<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly explains: string;
}

/** The choices with their texts, for a given translator. */
export const choicesIn = <Id extends string>(
  text: Text<'choices'>,
  choices: readonly Choice<Id>[],
): readonly SaidChoice<Id>[] =>
  choices.map(({ id, title, explains }) => ({ id, title: text(title), explains: explains ? text(explains) : '' }));

/** The choices with their texts in the page's language. */
export const useChoices = <Id extends string>(choices: readonly Choice<Id>[]): readonly SaidChoice<Id>[] =>
  choicesIn(useText('choices'), choices);

import type { Assignment, Command, CommandArgument, ParsedScript, Redirection, Word, WordPart } from 'unbash';
import { UNKNOWN } from './alternatives';
import { bracedWords, redirections, simpleCommands } from './syntax';

/**
 * Each command of a script as one line of text, without quotes, for rules to match. Effects that a rule for the command
 * should not cover get a line of their own: a redirection that writes a file, a variable that is set.
 */
export function commandTexts(script: ParsedScript): string[] {
  return [...[...simpleCommands(script)].map(commandText), ...[...redirections(script)].flatMap(writeText)];
}

function commandText({ prefix, name, args }: Command): string {
  const set = prefix.filter((one) => one.type === 'Assignment').map(assignmentText);
  return [...set, ...(name ? [...wordTexts(name), ...args.flatMap(argumentTexts)] : [])].join(' ');
}

const argumentTexts = (argument: CommandArgument): readonly string[] =>
  argument.type === 'Assignment' ? [assignmentText(argument)] : wordTexts(argument);

const assignmentText = ({ name, value }: Assignment): string =>
  `${name}=${value.type === 'ArrayValue' ? '…' : wordText(value)}`;

/** Output to another open stream or to /dev/null does not write a file. */
function writeText(redirection: Redirection): string[] {
  const { type, operator } = redirection;
  if (type !== 'Redirect' || (operator.startsWith('<') && operator !== '<>')) return [];
  const file = redirection.target ? wordText(redirection.target) : '…';
  return file === '/dev/null' || (operator === '>&' && /^(\d+-?|-)$/.test(file)) ? [] : [`${operator} ${file}`];
}

/** The words that a word becomes by its braces; too many stay one. */
function wordTexts(word: Word): readonly string[] {
  try {
    return bracedWords(word).map(wordText);
  } catch {
    return [wordText(word)];
  }
}

function wordText({ parts, value }: Word): string {
  const text = (parts?.map(partText).join('') ?? value).replaceAll(UNKNOWN, ANYTHING);
  return /\s/.test(text) || text === '' ? `'${text}'` : text;
}

/** Stands for what cannot be known before it runs. */
const ANYTHING = '$(…)';

function partText(part: WordPart): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return part.value;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.map(partText).join('');
    case 'Glob':
    case 'ExtendedGlob':
    case 'SimpleExpansion':
      return part.text;
    case 'ParameterExpansion':
      return `$${part.parameter}`;
    default:
      return ANYTHING;
  }
}

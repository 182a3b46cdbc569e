import type { ScriptNode, SimpleCommandNode, WordNode } from 'just-bash';
import { redirections, simpleCommands, substitutions, type Part, type Redirection } from './syntax';

/**
 * Each command of a script as one line of text, without quotes, for rules to match. Effects that a rule for the command
 * should not cover get a line of their own: a redirection that writes a file, a variable that is set.
 */
export function commandTexts(script: ScriptNode): string[] {
  return [
    ...[...simpleCommands(script)].map(commandText),
    ...[...redirections(script)].flatMap(writeText),
    ...script.statements.flatMap((statement) =>
      [...substitutions(statement)].filter((body) => typeof body === 'string'),
    ),
  ];
}

function commandText({ assignments, name, args }: SimpleCommandNode): string {
  const set = assignments.map(({ name: variable, value }) => `${variable}=${value ? wordText(value) : '…'}`);
  return [...set, ...(name ? [name, ...args].map(wordText) : [])].join(' ');
}

/** Output to another open stream or to /dev/null does not write a file. */
function writeText({ operator, target }: Redirection): string[] {
  if (operator.startsWith('<') && operator !== '<>') return [];
  const file = target.type === 'Word' ? wordText(target) : '…';
  return file === '/dev/null' || (operator === '>&' && /^(\d+|-)$/.test(file)) ? [] : [`${operator} ${file}`];
}

function wordText(word: WordNode): string {
  const text = word.parts.map(partText).join('');
  return /\s/.test(text) || text === '' ? `'${text}'` : text;
}

function partText(part: Part): string {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'Escaped':
      return part.value;
    case 'DoubleQuoted':
      return part.parts.map(partText).join('');
    case 'Glob':
      return part.pattern;
    case 'TildeExpansion':
      return `~${part.user ?? ''}`;
    case 'ParameterExpansion':
      return `$${part.parameter}`;
    default:
      return '$(…)';
  }
}

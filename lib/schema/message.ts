import type { Fault } from './fault';
import { nearest } from './nearest';
import { formatPath, type Segment } from './path';

/** What is known around a fault that helps to say how to mend it. */
export interface Surroundings {
  value: unknown;
  /** Fields that were sent in vain into the same object. */
  unknown: readonly string[];
  /** Fields of the same object that were not sent. */
  unsent: readonly string[];
}

/** How to mend one fault, as a sentence for the model. */
export function mend(fault: Fault, around: Surroundings): string {
  if (fault.note) return fault.note;
  const name = `\`${nameOf(fault.path)}\``;
  const field = String(fault.path.at(-1) ?? '');
  switch (fault.kind) {
    case 'present': {
      const sent = nearest(field, around.unknown);
      return `Add ${name}.${sent === undefined ? '' : ` You sent \`${sent}\`; did you mean \`${field}\`?`}`;
    }
    case 'absent': {
      const meant = nearest(field, around.unsent);
      return `Remove the unknown field ${name}.${meant === undefined ? '' : ` Did you mean \`${meant}\`?`}`;
    }
    case 'key':
      return `Give the field ${name} another name: the schema does not allow this one.`;
    case 'type':
      return typeSentence(name, fault.expected, around.value);
    case 'enum':
      return choiceSentence(name, fault.choices ?? [], around.value);
    case 'shape':
      return `Send ${name} in exactly one of the shapes that the schema allows.`;
    default:
      return checkSentence(name, fault.expected, around.value);
  }
}

function nameOf(path: readonly Segment[]): string {
  const [only] = path;
  return path.length === 1 && typeof only === 'string' ? only : path.length === 0 ? 'arguments' : formatPath(path);
}

const article = (type: string): string => (/^[aio]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`);

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

function typeSentence(name: string, expected: string, value: unknown): string {
  if (typeof value === 'string' && /^\s*[[{]/.test(value) && /array|object/.test(expected)) {
    return `Send ${name} as ${article(expected)} itself, not as text that contains JSON.`;
  }
  if (expected === 'integer' && typeof value === 'number') return `Send ${name} as a whole number.`;
  return `Send ${name} as ${article(expected)}, not as ${article(typeName(value))}.`;
}

function choiceSentence(name: string, choices: readonly unknown[], value: unknown): string {
  const shown = choices.slice(0, 20).map((choice) => `\`${String(choice)}\``);
  const meant =
    typeof value === 'string'
      ? nearest(
          value,
          choices.filter((choice) => typeof choice === 'string'),
        )
      : undefined;
  const hint = meant === undefined || choices.length < 2 ? '' : ` Did you mean \`${meant}\`?`;
  return `Set ${name} to ${shown.length > 1 ? `one of ${shown.join(', ')}` : (shown[0] ?? 'an allowed value')}.${hint}`;
}

function checkSentence(name: string, expected: string, value: unknown): string {
  const length = /^(length|fields) (>=|>|<=|<) (.*)$/.exec(expected);
  if (length) {
    const unit = length[1] === 'fields' ? 'fields' : Array.isArray(value) ? 'items' : 'characters';
    return `Give ${name} ${degree(length[2])} ${length[3]} ${unit}.`;
  }
  const bound = /^(>=|>|<=|<) (.*)$/.exec(expected);
  if (bound) return `Set ${name} to ${degree(bound[1])} ${bound[2]}.`;
  if (expected.startsWith('multiple of ')) return `Set ${name} to a ${expected}.`;
  if (expected.startsWith('pattern ')) return `Make ${name} match the pattern \`${expected.slice(8)}\`.`;
  if (expected.startsWith('format ')) return `Write ${name} as a valid ${expected.slice(7)}.`;
  if (expected === 'unique items') return `Leave out the repeated items of ${name}.`;
  return `Correct ${name}: ${expected} was expected.`;
}

const degree = (sign = ''): string =>
  ({ '>=': 'at least', '>': 'more than', '<=': 'at most', '<': 'less than' })[sign] ?? sign;

import { inspect } from 'node-inspect-extracted';

/** The error for an argument of the wrong type; `expected` is what it must be, such as "of type string". */
export const invalidType = (name: string, expected: string, value: unknown): TypeError =>
  Object.assign(new TypeError(`The "${name}" argument must be ${expected}. Received ${received(value)}`), {
    code: 'ERR_INVALID_ARG_TYPE',
  });

const LONGEST = 28;

function received(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value === 'object') return value.constructor ? `an instance of ${value.constructor.name}` : inspect(value);
  if (typeof value === 'string') return `type string (${inspect(shortened(value))})`;
  return `type ${typeof value} (${shortened(inspect(value))})`;
}

const shortened = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST - 3)}...` : text);

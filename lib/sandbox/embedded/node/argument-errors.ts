import { inspect } from 'node-inspect-extracted';

/** An argument is of the wrong type: `expected` is what it must be, such as "of type string". */
export const invalidType = (name: string, expected: string, value: unknown): TypeError =>
  Object.assign(new TypeError(`The "${name}" argument must be ${expected}. Received ${received(value)}`), {
    code: 'ERR_INVALID_ARG_TYPE',
  });

/** A number is out of its range: `range` is what it must be, such as ">= 0". */
export const outOfRange = (name: string, range: string, value: number): RangeError =>
  Object.assign(new RangeError(`The value of "${name}" is out of range. It must be ${range}. Received ${value}`), {
    code: 'ERR_OUT_OF_RANGE',
  });

/** An argument has a value that it must not have: `fault` says why, such as "is invalid". */
export const invalidValue = (name: string, fault: string, value: unknown): TypeError =>
  Object.assign(new TypeError(`The argument '${name}' ${fault}. Received '${String(value)}'`), {
    code: 'ERR_INVALID_ARG_VALUE',
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

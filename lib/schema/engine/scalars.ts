import { checkIssue, enumIssue, typeIssue, type SchemaIssue } from '../schema-issue';
import { fitsFormat, patternExpected } from '../formats';
import { matches } from '../patterns';
import { includes } from './canonical';
import type { KeywordCheck } from './context';
import { listOf, numberKeyword, textKeyword } from './keyword';
import { codePoints, isMultiple } from './numbers';
import { pathOfPlace } from './place';
import { SchemaProblem } from '../problem';

/** Keywords about any value, and about strings and numbers. */
export function checkScalar(of: KeywordCheck): void {
  const { schema, value, place, issues } = of;
  if (schema.type !== undefined) checkType(of);
  const choices = listOf(schema, 'enum');
  if (choices && !includes(choices, value)) issues.push(enumIssue(pathOfPlace(place), choices));
  if (schema.const !== undefined && !includes(constant(schema), value)) {
    issues.push(enumIssue(pathOfPlace(place), [schema.const]));
  }
  if (typeof value === 'number') checkNumber(of, value);
  else if (typeof value === 'string') checkText(of, value);
}

const constants = new WeakMap<object, unknown[]>();

/** `const` as a list of one, cached so that it is the same list each time. */
function constant(schema: KeywordCheck['schema']): unknown[] {
  let list = constants.get(schema);
  if (!list) constants.set(schema, (list = [schema.const]));
  return list;
}

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  array: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

function checkType({ schema, value, place, issues }: KeywordCheck): void {
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const fit = types.filter((type) => {
    if (typeof type !== 'string' || !Object.hasOwn(IS, type)) throw new SchemaProblem('malformed', 'type');
    return IS[type]?.(value);
  });
  if (fit.length === 0) issues.push(wrongType(pathOfPlace(place), types));
  // Beyond this a number no longer identifies one integer; Zod refuses it too.
  else if (fit.length === 1 && fit[0] === 'integer' && !Number.isSafeInteger(value)) {
    const bound = Number(value) > 0 ? `<= ${Number.MAX_SAFE_INTEGER}` : `>= ${Number.MIN_SAFE_INTEGER}`;
    issues.push(checkIssue(pathOfPlace(place), bound));
  }
}

/** `null` next to one other type only makes the field nullable. */
function wrongType(path: SchemaIssue['path'], types: readonly unknown[]): SchemaIssue {
  const others = types.length > 1 ? types.filter((type) => type !== 'null') : types;
  return others.length === 1
    ? typeIssue(path, String(others[0]))
    : { path, kind: 'shape', expected: `one of ${others.length} shapes` };
}

function checkNumber({ schema, place, issues }: KeywordCheck, value: number): void {
  const issue = (expected: string): void => void issues.push(checkIssue(pathOfPlace(place), expected));
  const [minimum, maximum] = [numberKeyword(schema, 'minimum'), numberKeyword(schema, 'maximum')];
  // Draft 4 wrote `exclusiveMinimum: true` beside `minimum`.
  const above = schema.exclusiveMinimum === true ? minimum : limitOf(schema, 'exclusiveMinimum');
  const below = schema.exclusiveMaximum === true ? maximum : limitOf(schema, 'exclusiveMaximum');
  if (above !== undefined && !(value > above)) issue(`> ${above}`);
  if (below !== undefined && !(value < below)) issue(`< ${below}`);
  if (minimum !== undefined && value < minimum) issue(`>= ${minimum}`);
  if (maximum !== undefined && value > maximum) issue(`<= ${maximum}`);
  const step = numberKeyword(schema, 'multipleOf');
  if (step !== undefined && !isMultiple(value, step)) issue(`multiple of ${step}`);
}

const limitOf = (schema: KeywordCheck['schema'], keyword: string): number | undefined =>
  typeof schema[keyword] === 'boolean' ? undefined : numberKeyword(schema, keyword);

function checkText({ schema, place, issues, run }: KeywordCheck, value: string): void {
  const issue = (expected: string): void => void issues.push(checkIssue(pathOfPlace(place), expected));
  const [least, most] = [numberKeyword(schema, 'minLength'), numberKeyword(schema, 'maxLength')];
  if (least !== undefined || most !== undefined) {
    run.budget.spend(value.length >> 6);
    const length = codePoints(value);
    if (least !== undefined && length < least) issue(`length >= ${least}`);
    if (most !== undefined && length > most) issue(`length <= ${most}`);
  }
  const pattern = textKeyword(schema, 'pattern');
  if (pattern !== undefined) {
    if (!matches(pattern, value, run.budget)) issue(patternExpected(pattern, schema.format));
  } else if (schema.type === 'string' && typeof schema.format === 'string' && !fitsFormat(schema.format, value)) {
    issue(`format ${schema.format}`);
  }
}

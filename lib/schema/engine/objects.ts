import { absentIssue, checkIssue, keyIssue, presentIssue } from '../schema-issue';
import { isObject } from '../json-schema';
import { matches } from '../patterns';
import { fits, type KeywordCheck } from './context';
import { mapOf, namesKeyword, numberKeyword } from './keyword';
import { pathOfPlace, type SchemaPlace } from './place';

/** Keywords about the fields of an object. As in JSON, a field whose value is `undefined` is absent. */
export function checkObject(of: KeywordCheck): void {
  const { value } = of;
  if (!isObject(value)) return;
  const names = Object.keys(value).filter((name) => value[name] !== undefined);
  of.run.budget.spend(names.length);
  if (of.dialect.validates) {
    checkRequired(of, value);
    checkCount(of, names.length);
  }
  checkNames(of, names);
  checkFields(of, value, names);
  checkUnevaluated(of, value, names);
}

const has = (value: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(value, name) && value[name] !== undefined;

function checkRequired({ schema, place, issues, dialect }: KeywordCheck, value: Record<string, unknown>): void {
  // A boolean is draft 3's form, written on the field itself; it does not concern this object.
  const required = typeof schema.required === 'boolean' ? [] : (namesKeyword(schema, 'required') ?? []);
  for (const name of required) if (!has(value, name)) issues.push(presentIssue(pathOfPlace(place, name)));
  const newer = dialect.draft === 'draft-07' && !dialect.guessed ? undefined : mapOf(schema, 'dependentRequired');
  for (const map of [newer, mapOf(schema, 'dependencies')]) {
    for (const name of Object.keys(map ?? {})) {
      if (!map || !Array.isArray(map[name]) || !has(value, name)) continue;
      for (const other of namesKeyword(map, name) ?? []) {
        if (!has(value, other)) issues.push(presentIssue(pathOfPlace(place, other)));
      }
    }
  }
}

function checkCount({ schema, place, issues }: KeywordCheck, count: number): void {
  const [least, most] = [numberKeyword(schema, 'minProperties'), numberKeyword(schema, 'maxProperties')];
  if (least !== undefined && count < least) issues.push(checkIssue(pathOfPlace(place), `fields >= ${least}`));
  if (most !== undefined && count > most) issues.push(checkIssue(pathOfPlace(place), `fields <= ${most}`));
}

function checkNames(of: KeywordCheck, names: readonly string[]): void {
  const { propertyNames } = of.schema;
  if (propertyNames === undefined) return;
  for (const name of names) if (!fits(of, propertyNames, name)) of.issues.push(keyIssue(pathOfPlace(of.place, name)));
}

function checkFields(of: KeywordCheck, value: Record<string, unknown>, names: readonly string[]): void {
  const { schema, issues, seen, run } = of;
  const properties = mapOf(schema, 'properties');
  const patterns = Object.entries(mapOf(schema, 'patternProperties') ?? {});
  const rest = schema.additionalProperties;
  if (!properties && patterns.length === 0 && rest === undefined) return;
  for (const name of names) {
    const place: SchemaPlace = { parent: of.place, key: name };
    let known = false;
    if (properties && Object.hasOwn(properties, name)) {
      known = true;
      of.run.check(of, properties[name], value[name], place, issues, undefined);
    }
    for (const [pattern, member] of patterns) {
      if (!matches(pattern, name, run.budget)) continue;
      known = true;
      of.run.check(of, member, value[name], place, issues, undefined);
    }
    if (!known && rest !== undefined) {
      known = true;
      of.run.check(of, rest, value[name], place, issues, undefined);
    }
    if (known) seen?.field(name);
  }
}

/** Silent after a failed union, because then we cannot know which fields its branches would have allowed. */
function checkUnevaluated(of: KeywordCheck, value: Record<string, unknown>, names: readonly string[]): void {
  const { schema, issues, seen, dialect } = of;
  const rest = schema.unevaluatedProperties;
  if (rest === undefined || !seen || (dialect.draft === 'draft-07' && !dialect.guessed)) return;
  if (!seen.unsure) {
    for (const name of names) {
      if (seen.hasField(name)) continue;
      if (rest === false) issues.push(absentIssue(pathOfPlace(of.place, name)));
      else of.run.check(of, rest, value[name], { parent: of.place, key: name }, issues, undefined);
    }
  }
  seen.everyField();
}

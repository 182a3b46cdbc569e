import { dereference, validate as judge, type OutputUnit, type SchemaDraft } from '@cfworker/json-schema';
import { absentFault, checkFault, enumFault, keyFault, presentFault, typeFault, type Fault } from './fault';
import { patternExpected } from './formats';
import { isObject, type JsonSchema } from './json-schema';
import type { Segment } from './path';
import { unionFaults } from './union';

/** References a check may follow; a schema that refers to itself more often than this is meant to hang somebody. */
const REFERENCE_LIMIT = 20_000;

interface Prepared {
  schema: Record<string, unknown>;
  lookup: Record<string, JsonSchema | boolean>;
  draft: SchemaDraft;
}

const prepared = new WeakMap<JsonSchema, Prepared>();

/** Faults of a value against a JSON Schema (draft 4, 7, 2019-09 or 2020-12). Throws if the schema itself is broken. */
export function jsonSchemaFaults(schema: JsonSchema, value: unknown): Fault[] {
  const { schema: own, lookup, draft } = prepare(schema);
  const { valid, errors } = judge(value, own, draft, counted(lookup), false);
  return valid ? [] : new Translator(own, lookup, value).translate(errors);
}

/** The library writes into the schema, so it gets a copy of its own, once. */
function prepare(schema: JsonSchema): Prepared {
  const known = prepared.get(schema);
  if (known) return known;
  const copy: Record<string, unknown> = structuredClone(schema);
  const fresh = { schema: copy, lookup: dereference(copy), draft: draftOf(copy.$schema) };
  prepared.set(schema, fresh);
  return fresh;
}

function draftOf(declared: unknown): SchemaDraft {
  if (typeof declared !== 'string') return '2020-12';
  if (declared.includes('draft-04')) return '4';
  if (declared.includes('draft-06') || declared.includes('draft-07')) return '7';
  return declared.includes('2019-09') ? '2019-09' : '2020-12';
}

/** A lookup table that refuses after too many references. */
function counted(lookup: Prepared['lookup']): Prepared['lookup'] {
  let left = REFERENCE_LIMIT;
  return new Proxy(lookup, {
    get(target, key) {
      if (left-- <= 0) throw new RangeError('The schema refers to itself too often.');
      return Reflect.get(target, key);
    },
  });
}

/** Turns the library's flat list of errors, in which a parent stands before its children, into faults. */
class Translator {
  constructor(
    private readonly schema: Record<string, unknown>,
    private readonly lookup: Prepared['lookup'],
    private readonly value: unknown,
  ) {}

  translate(errors: readonly OutputUnit[]): Fault[] {
    const faults: Fault[] = [];
    for (let index = 0; index < errors.length; index++) {
      const unit = errors[index];
      if (!unit) break;
      const path = this.pathOf(unit.instanceLocation);
      const inside = insideOf(errors, index);
      if (unit.keyword === 'anyOf' || unit.keyword === 'oneOf') {
        faults.push(...this.union(unit, path, inside));
        index += inside.length;
      } else if (unit.keyword === 'propertyNames') {
        const [child] = inside;
        if (child) faults.push(keyFault(this.pathOf(child.instanceLocation)));
        index += inside.length;
      } else {
        faults.push(...this.leaf(unit, path));
      }
    }
    return faults;
  }

  private union(unit: OutputUnit, path: readonly Segment[], inside: readonly OutputUnit[]): readonly Fault[] {
    const branches = new Map<string, OutputUnit[]>();
    let branch = '';
    for (const error of inside) {
      // An error of a `false` schema does not say where in the schema it stands: it belongs to the one before it.
      if (error.keyword !== 'false')
        branch = error.keywordLocation.slice(unit.keywordLocation.length + 1).split('/')[0] ?? '';
      branches.set(branch, [...(branches.get(branch) ?? []), error]);
    }
    const shapes = this.at(unit.keywordLocation);
    const count = Array.isArray(shapes) ? shapes.length : branches.size;
    if (branches.size < count) return [{ path, kind: 'shape', expected: 'exactly one shape' }];
    return unionFaults(
      path,
      [...branches.values()].map((errors) => this.translate(errors)),
    );
  }

  private leaf(unit: OutputUnit, path: readonly Segment[]): Fault[] {
    const wanted = this.at(unit.keywordLocation);
    switch (unit.keyword) {
      case 'type':
        return [typeOf(path, wanted)];
      case 'enum':
        return [enumFault(path, Array.isArray(wanted) ? wanted : [])];
      case 'const':
        return [enumFault(path, [wanted])];
      case 'required':
      case 'dependentRequired':
      case 'dependencies': {
        const key = /property "(.*)"\.$|does not have "(.*)"\.$/s.exec(unit.error);
        const name = key?.[1] ?? key?.[2];
        return name === undefined ? [] : [presentFault([...path, name])];
      }
      case 'false':
        return typeof path.at(-1) === 'number' ? [] : [absentFault(path)];
      case 'minLength':
      case 'minItems':
        return [checkFault(path, `length >= ${String(wanted)}`)];
      case 'maxLength':
      case 'maxItems':
        return [checkFault(path, `length <= ${String(wanted)}`)];
      case 'minProperties':
        return [checkFault(path, `fields >= ${String(wanted)}`)];
      case 'maxProperties':
        return [checkFault(path, `fields <= ${String(wanted)}`)];
      case 'minimum':
        return [checkFault(path, `>= ${String(wanted)}`)];
      case 'maximum':
        return [checkFault(path, `<= ${String(wanted)}`)];
      case 'exclusiveMinimum':
        return [checkFault(path, `> ${String(wanted)}`)];
      case 'exclusiveMaximum':
        return [checkFault(path, `< ${String(wanted)}`)];
      case 'multipleOf':
        return [checkFault(path, `multiple of ${String(wanted)}`)];
      case 'format':
        return [checkFault(path, `format ${String(wanted)}`)];
      case 'pattern':
        return [checkFault(path, patternExpected(wanted, this.at(unit.keywordLocation.replace(/pattern$/, 'format'))))];
      case 'uniqueItems':
        return [checkFault(path, 'unique items')];
      case 'not':
      case 'contains':
      case 'minContains':
      case 'maxContains':
        return [{ path, kind: 'other', expected: 'valid', note: unit.error }];
      default:
        return [];
    }
  }

  /** What stands in the schema at a place that the library reported, references followed. */
  private at(location: string): unknown {
    let node: unknown = this.schema;
    for (const token of tokensOf(location)) {
      if (token === '$ref' && isObject(node)) node = this.lookup[String(node.__absolute_ref__ ?? node.$ref)];
      else node = typeof node === 'object' && node !== null ? Reflect.get(node, token) : undefined;
    }
    return node;
  }

  private pathOf(location: string): Segment[] {
    let value = this.value;
    return tokensOf(location).map((token) => {
      const segment = Array.isArray(value) ? Number(token) : token;
      value = typeof value === 'object' && value !== null ? Reflect.get(value, token) : undefined;
      return segment;
    });
  }
}

/** The errors below the one at `index`, which follow it directly. */
function insideOf(errors: readonly OutputUnit[], index: number): OutputUnit[] {
  const parent = `${errors[index]?.keywordLocation}`;
  const rest = errors.slice(index + 1);
  const end = rest.findIndex((error) => error.keyword !== 'false' && !error.keywordLocation.startsWith(`${parent}/`));
  return end === -1 ? rest : rest.slice(0, end);
}

const tokensOf = (location: string): string[] =>
  location
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replace(/~1/g, '/').replace(/~0/g, '~'));

/** `null` beside one other type only means that the field may be empty. */
function typeOf(path: readonly Segment[], wanted: unknown): Fault {
  if (!Array.isArray(wanted)) return typeFault(path, String(wanted));
  const types = wanted.filter((type) => type !== 'null');
  const [type] = types;
  return types.length === 1
    ? typeFault(path, String(type))
    : { path, kind: 'shape', expected: `one of ${types.length} shapes` };
}

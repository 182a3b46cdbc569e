/** The fields of a step's result that can be referenced. */
const RESULT_FIELDS = ['text', 'summary', 'structured', 'details'] as const;
type ResultField = (typeof RESULT_FIELDS)[number];

/** A parsed `{{…}}`: a part of a step's result, or a value given to the run. */
type Reference =
  | { readonly to: 'step'; readonly step: string; readonly field: ResultField; readonly path: readonly string[] }
  | { readonly to: 'input'; readonly path: readonly [string, ...string[]] };

const REFERENCE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** A reference, or what is wrong with it. */
type ParsedReferences =
  | { readonly ok: true; readonly reference: Reference }
  | { readonly ok: false; readonly text: string; readonly reason: string };

export function parseReference(text: string): ParsedReferences {
  const [root, ...path] = text.split('.');
  const wrong = (reason: string): ParsedReferences => ({ ok: false, text, reason });
  if (path.some((part) => part === '')) return wrong('it has an empty part');
  if (root === 'input') {
    const [first, ...rest] = path;
    return first === undefined
      ? wrong('it names no value: write {{input.name}}')
      : { ok: true, reference: { to: 'input', path: [first, ...rest] } };
  }
  const [step, named, ...rest] = path;
  if (root !== 'steps' || step === undefined) return wrong('write {{steps.id.text}} or {{input.name}}');
  const field = RESULT_FIELDS.find((known) => known === (named ?? 'text'));
  if (!field) return wrong(`of a step there is ${RESULT_FIELDS.join(', ')}`);
  if (rest.length > 0 && (field === 'text' || field === 'summary')) return wrong(`${field} has no parts`);
  return { ok: true, reference: { to: 'step', step, field, path: rest } };
}

/** All references in the strings of a value at any depth, in order. */
export function referencesIn(value: unknown): ParsedReferences[] {
  if (typeof value === 'string') return [...value.matchAll(REFERENCE)].map(([, text = '']) => parseReference(text));
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(referencesIn);
  return [];
}

/** Resolves a reference; undefined if there is no such value. */
export type LookUp = (reference: Reference) => unknown;

type Filled = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly missing: string };

/**
 * Replaces references with their values. A string that is just one reference becomes the value itself, with its type; inside
 * a longer string, a value that is not a string is written as JSON.
 */
export function fill(value: unknown, lookUp: LookUp): Filled {
  let missing: string | undefined;
  const find = (text: string): unknown => {
    const parsed = parseReference(text);
    const found = parsed.ok ? lookUp(parsed.reference) : undefined;
    if (found === undefined) missing ??= text;
    return found;
  };
  const fillText = (text: string): unknown => {
    const whole = /^\{\{\s*([^{}]*?)\s*\}\}$/.exec(text)?.[1];
    if (whole !== undefined) return find(whole);
    return text.replaceAll(REFERENCE, (_all, inner: string) => asText(find(inner)));
  };
  const fillAny = (part: unknown): unknown => {
    if (typeof part === 'string') return fillText(part);
    if (Array.isArray(part)) return part.map(fillAny);
    if (typeof part === 'object' && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, fillAny(inner)]));
    }
    return part;
  };
  const filled = fillAny(value);
  return missing === undefined ? { ok: true, value: filled } : { ok: false, missing };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** The part of a value at a path of names or indices; undefined if there is none. Own properties only. */
export function partOf(value: unknown, path: readonly string[]): unknown {
  let part = value;
  for (const name of path) {
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, name)) return undefined;
    part = Object.getOwnPropertyDescriptor(part, name)?.value;
  }
  return part;
}

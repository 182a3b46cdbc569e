/** One step into a value: a field's name or an item's index. */
export type Segment = string | number;

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;
const STEP = /\.([A-Za-z_$][\w$]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y;

/** `['items', 2, 'name']` → `$.items[2].name`; names that are no identifiers are quoted as JSON: `$["odd name"]`. */
export function formatPath(segments: readonly Segment[]): string {
  const steps = segments.map((segment) => {
    if (typeof segment === 'number') return `[${segment}]`;
    return IDENTIFIER.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
  });
  return `$${steps.join('')}`;
}

/** The inverse of `formatPath`; undefined if the text is not such a path. */
export function parsePath(path: string): Segment[] | undefined {
  if (!path.startsWith('$')) return undefined;
  const segments: Segment[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const step = STEP.exec(path);
    if (!step) return undefined;
    const [, name, index, quoted] = step;
    if (name !== undefined) segments.push(name);
    else if (index !== undefined) segments.push(Number(index));
    else segments.push(unquote(quoted));
  }
  return segments;
}

function unquote(quoted = '""'): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** The value at a path, or `found: false` if there is none. */
export function valueAt(root: unknown, segments: readonly Segment[]): { found: boolean; value?: unknown } {
  let value = root;
  for (const segment of segments) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return { found: false };
    value = Reflect.get(value, segment);
  }
  return value === undefined ? { found: false } : { found: true, value };
}

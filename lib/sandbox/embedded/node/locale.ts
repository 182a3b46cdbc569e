/** Whose first argument is the locales. */
const FORMATS = [
  'Collator',
  'DateTimeFormat',
  'DisplayNames',
  'DurationFormat',
  'ListFormat',
  'NumberFormat',
  'PluralRules',
  'RelativeTimeFormat',
  'Segmenter',
];

/** The locale of programs without one. */
const PLAIN = 'en-US';

/** The locale that an environment names. The browser's own is not the sandbox's. */
function localeOf({ LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string>>): string {
  const tag = (LC_ALL ?? LC_MESSAGES ?? LANG ?? 'C').replace(/\..*?(?=@|$)/, '').replaceAll(/[_@]/g, '-');
  if (tag === 'C' || tag === 'POSIX') return PLAIN;
  try {
    const [known = PLAIN] = Intl.NumberFormat.supportedLocalesOf(tag);
    return known;
  } catch {
    return PLAIN;
  }
}

/** Makes an environment's locale that of `Intl` and the `toLocaleString` methods, where a program names none. */
export function followLocale(env: Readonly<Record<string, string>>): void {
  const locale = localeOf(env);
  if (locale === new Intl.NumberFormat().resolvedOptions().locale) return;
  /** The arguments with the locale in their place. */
  const named = (given: readonly unknown[], index: number): unknown[] => {
    const args = [...given];
    const at = args[index];
    if (at === undefined || (Array.isArray(at) && at.length === 0)) args[index] = locale;
    return args;
  };
  const define = (target: object, name: string, value: unknown) =>
    Reflect.defineProperty(target, name, { value, writable: true, configurable: true });

  for (const name of FORMATS) {
    const format: unknown = Reflect.get(Intl, name);
    if (typeof format !== 'function') continue;
    const made = new Proxy(format, {
      construct: (target, args, by) => Reflect.construct(target, named(args, 0), by),
      apply: (target, receiver, args) => Reflect.apply(target, receiver, named(args, 0)),
    });
    define(format.prototype, 'constructor', made);
    define(Intl, name, made);
  }
  const methods: [prototype: object, name: string, index: number][] = [
    [Number.prototype, 'toLocaleString', 0],
    [BigInt.prototype, 'toLocaleString', 0],
    [Date.prototype, 'toLocaleString', 0],
    [Date.prototype, 'toLocaleDateString', 0],
    [Date.prototype, 'toLocaleTimeString', 0],
    [String.prototype, 'localeCompare', 1],
  ];
  for (const [prototype, name, index] of methods) {
    const method: unknown = Reflect.get(prototype, name);
    if (typeof method !== 'function') continue;
    const apply = (target: typeof method, receiver: unknown, args: readonly unknown[]): unknown =>
      Reflect.apply(target, receiver, named(args, index));
    define(prototype, name, new Proxy(method, { apply }));
  }
}

/** The engine's own, kept in case a program replaces it. */
const EngineDate = globalThis.Date;
const EngineFormat = Intl.DateTimeFormat;
const FIELDS = ['FullYear', 'Month', 'Date', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const DAY_MS = 86_400_000;

/** Dates without a time, which are in UTC. */
const ISO_DATE = /^\s*(?:\d{4}|[+-]\d{6})(?:-\d\d(?:-\d\d)?)?\s*$/;
const ISO_LOCAL = /^(?:\d{4}|[+-]\d{6})-\d\d(?:-\d\d)?T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?$/;
/** A time with a zone. */
const ZONED = /(?:\b|\d)(?:Z|UTC?|GMT|[ECMP][SD]T)\b|:\d\d.*\s?[+-]\d{1,2}:?\d{2}\b/i;

const machineZone = new EngineFormat().resolvedOptions().timeZone;
let zone = machineZone;
let clock: Intl.DateTimeFormat | undefined;

/**
 * Makes a zone the local one, as the variable TZ does, for `Date` and `Intl`. An unknown zone means UTC; undefined means the
 * machine's own.
 */
export function useTimeZone(name: string | undefined): void {
  const wanted = name === undefined ? machineZone : knownZone(name.replace(/^:/, ''));
  if (wanted === zone) return;
  if (zone === machineZone && clock === undefined) install();
  zone = wanted;
  clock = new EngineFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
}

function knownZone(name: string): string {
  try {
    return new EngineFormat('en-US', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return 'UTC';
  }
}

/** The zone's offset from UTC at a moment, in milliseconds. */
function offsetAt(utc: number): number {
  const parts = new Map<string, string>(clock?.formatToParts(utc).map(({ type, value }) => [type, value]));
  const part = (name: string) => Number(parts.get(name));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  const local = new EngineDate(0).setUTCFullYear(year, part('month') - 1, part('day'));
  const time = ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
  return local + time - Math.floor(utc / 1000) * 1000;
}

/** The moment of a local time. The first of two; a time that a clock change skips uses the offset from before it. */
function utcOf(local: number): number {
  if (Number.isNaN(new EngineDate(local).getTime())) return Number.NaN;
  const before = offsetAt(local - DAY_MS);
  if (offsetAt(local - before) === before) return local - before;
  const after = offsetAt(local + DAY_MS);
  return offsetAt(local - after) === after ? local - after : local - before;
}

/** A date whose UTC fields are the local fields of another. */
function localOf(date: Date): Date {
  const utc = date.getTime();
  return new EngineDate(Number.isNaN(utc) ? utc : utc + offsetAt(utc));
}

function parse(text: string): number {
  if (ISO_DATE.test(text) || ZONED.test(text)) return engineParse(text);
  const local = engineParse(ISO_LOCAL.test(text.trim()) ? `${text.trim()}Z` : `${text} UTC`);
  return Number.isNaN(local) ? engineParse(text) : utcOf(local);
}

const engineParse = EngineDate.parse;

function timeOf(args: readonly unknown[]): number {
  if (args.length === 0) return EngineDate.now();
  if (args.length > 1) return utcOf(Reflect.apply(EngineDate.UTC, undefined, args));
  const [given] = args;
  if (given instanceof EngineDate) return given.getTime();
  const toPrimitive: unknown = Reflect.get(Object(given), Symbol.toPrimitive);
  const value: unknown =
    typeof given !== 'object' || given === null
      ? given
      : typeof toPrimitive === 'function'
        ? Reflect.apply(toPrimitive, given, ['default'])
        : typeof given.valueOf() === 'object'
          ? String(Object(given))
          : given.valueOf();
  return typeof value === 'string' ? parse(value) : Number(value);
}

/** Replaces the engine's functions with versions that use the zone. */
function install(): void {
  const define = (target: object, name: string, value: unknown) =>
    Reflect.defineProperty(target, name, { value, writable: true, configurable: true });
  const { prototype } = EngineDate;

  const construct = function Date(this: unknown, ...args: unknown[]): unknown {
    if (new.target === undefined) return new EngineDate().toString();
    return Reflect.construct(EngineDate, [timeOf(args)], new.target);
  };
  Reflect.defineProperty(construct, 'name', { value: 'Date', configurable: true });
  Reflect.defineProperty(construct, 'length', { value: 7, configurable: true });
  Reflect.defineProperty(construct, 'prototype', { value: prototype, writable: false });
  for (const name of ['now', 'UTC'] as const) define(construct, name, EngineDate[name]);
  define(construct, 'parse', { parse: (text: unknown) => parse(String(text)) }.parse);
  define(prototype, 'constructor', construct);
  define(globalThis, 'Date', construct);

  for (const field of [...FIELDS, 'Day'] as const) {
    const get = prototype[`getUTC${field}`];
    define(
      prototype,
      `get${field}`,
      named(`get${field}`, (date: Date) => Reflect.apply(get, localOf(date), [])),
    );
  }
  for (const field of FIELDS) {
    const set = prototype[`setUTC${field}`];
    const setLocal = (date: Date, args: unknown[]) => {
      const local = localOf(date);
      Reflect.apply(set, local, args);
      return date.setTime(utcOf(local.getTime()));
    };
    define(prototype, `set${field}`, named(`set${field}`, setLocal));
  }
  const texts: Readonly<Record<string, (date: Date) => unknown>> = {
    getTimezoneOffset: (date) => (valid(date) ? Math.round(-offsetAt(date.getTime()) / 60_000) + 0 : Number.NaN),
    toString: (date: Date) => (valid(date) ? `${dateText(date)} ${timeText(date)}` : 'Invalid Date'),
    toDateString: (date) => (valid(date) ? dateText(date) : 'Invalid Date'),
    toTimeString: (date) => (valid(date) ? timeText(date) : 'Invalid Date'),
  };
  for (const [name, make] of Object.entries(texts)) define(prototype, name, named(name, make));
  for (const name of ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'] as const) {
    const show = prototype[name];
    const showLocal = (date: Date, [locales, options]: unknown[]) =>
      Reflect.apply(show, date, [locales, zoned(options)]);
    define(prototype, name, named(name, showLocal));
  }
  const formats: ProxyHandler<typeof EngineFormat> = {
    construct: (target, [locales, options], made) => Reflect.construct(target, [locales, zoned(options)], made),
    apply: (target, _this, [locales, options]) => Reflect.construct(target, [locales, zoned(options)]),
  };
  const format = new Proxy(Intl.DateTimeFormat, formats);
  define(EngineFormat.prototype, 'constructor', format);
  define(Intl, 'DateTimeFormat', format);
}

/** A method of dates; it throws the engine's error for other objects. */
function named(name: string, work: (date: Date, args: unknown[]) => unknown): unknown {
  const methods: Record<string, unknown> = {
    [name](this: Date, ...args: unknown[]) {
      Reflect.apply(engineGetTime, this, []);
      return work(this, args);
    },
  };
  return methods[name];
}

const engineGetTime = EngineDate.prototype.getTime;
const valid = (date: Date): boolean => !Number.isNaN(date.getTime());

const zoned = (options: unknown): object => {
  const given = Object(options);
  return given.timeZone === undefined ? { ...given, timeZone: zone } : given;
};

const digits = (value: number, length = 2): string => String(Math.abs(value)).padStart(length, '0');

function dateText(date: Date): string {
  const local = localOf(date);
  const year = local.getUTCFullYear();
  const shown = `${year < 0 ? '-' : ''}${digits(year, year < 0 ? 6 : 4)}`;
  return `${WEEKDAYS[local.getUTCDay()]} ${MONTHS[local.getUTCMonth()]} ${digits(local.getUTCDate())} ${shown}`;
}

function timeText(date: Date): string {
  const local = localOf(date);
  const time = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()]
    .map((part) => digits(part))
    .join(':');
  const offset = Math.trunc((local.getTime() - date.getTime()) / 60_000);
  const minutes = Math.abs(offset);
  const sign = offset < 0 ? '-' : '+';
  return `${time} GMT${sign}${digits(Math.floor(minutes / 60))}${digits(minutes % 60)} (${nameAt(date.getTime())})`;
}

/** The name of the zone's time at a moment. The engine has none for old times: then it is the name of the same offset today. */
function nameAt(utc: number): string {
  const format = new EngineFormat('en-US', { timeZone: zone, timeZoneName: 'long' });
  const at = (moment: number) => format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const name = at(utc);
  const now = RECENT.find((moment) => offsetAt(moment) === offsetAt(utc));
  return name.startsWith('GMT') && now !== undefined ? at(now) : name;
}

/** A moment in winter and one in summer. */
const RECENT = [EngineDate.UTC(2024, 0), EngineDate.UTC(2024, 6)];

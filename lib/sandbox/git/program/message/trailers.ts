import type { Config } from '../setup/config';
import type { GitIo } from '../setup/git-io';

/** Where a trailer goes, and what happens if its key is there already, or is not. */
export interface TrailerRules {
  readonly where: 'end' | 'start' | 'after' | 'before';
  readonly ifExists: 'addIfDifferentNeighbor' | 'addIfDifferent' | 'add' | 'replace' | 'doNothing';
  readonly ifMissing: 'add' | 'doNothing';
}

/** A trailer to add, as it was written (`Key: value`, `key=value`), with rules of its own. */
export interface NewTrailer extends Partial<TrailerRules> {
  readonly text: string;
}

/** A line of the last paragraph; without a key if it is not a trailer. The value may go on over several lines. */
export interface Trailer {
  readonly key: string | undefined;
  readonly value: string;
}

/** A message in parts: what is before the trailers, they themselves, and what follows. */
export interface TrailerBlock {
  readonly before: string;
  readonly trailers: readonly Trailer[];
  readonly after: string;
}

const STANDARD: TrailerRules = { where: 'end', ifExists: 'addIfDifferentNeighbor', ifMissing: 'add' };
/** Trailers that git writes itself. */
const GENERATED = /^(?:Signed-off-by: |\(cherry picked from commit )/;

interface Named extends Partial<TrailerRules> {
  readonly name: string;
  readonly key: string | undefined;
  readonly command: string | undefined;
  readonly cmd: string | undefined;
}

/** The settings about trailers, which may give each key a short name. */
class TrailerConfig {
  readonly separators: string;
  /** What lines that are no text begin with. */
  readonly comment: string;
  readonly named: readonly Named[];
  private readonly standard: TrailerRules;

  constructor(config: Config) {
    this.separators = config.get('trailer.separators') ?? ':';
    this.comment = config.get('core.commentChar') ?? '#';
    const rules = (start: string): Partial<TrailerRules> => {
      const [where, ifExists, ifMissing] = ['where', 'ifexists', 'ifmissing'].map((one) => config.get(start + one));
      return rulesOf({ where, ifExists, ifMissing });
    };
    this.standard = { ...STANDARD, ...rules('trailer.') };
    this.named = config.subsections('trailer').map((name) => ({
      name,
      ...rules(`trailer.${name}.`),
      key: config.get(`trailer.${name}.key`),
      command: config.get(`trailer.${name}.command`),
      cmd: config.get(`trailer.${name}.cmd`),
    }));
  }

  /** The settings for a key, which may be shortened. */
  find = (key: string): Named | undefined => {
    const start = this.bare(key).toLowerCase();
    return this.named.find(({ name, key: full = '' }) =>
      [name, full].some((one) => one.toLowerCase().startsWith(start)),
    );
  };

  rulesFor = (named: Named | undefined, own: Partial<TrailerRules>): TrailerRules => ({
    ...this.standard,
    ...rulesOf(named ?? {}),
    ...rulesOf(own),
  });

  /** A key without a separator at its end. */
  bare = (key: string): string => {
    const plain = key.trimEnd();
    return this.separators.includes(plain.at(-1) ?? ' ') ? plain.slice(0, -1).trimEnd() : plain;
  };

  /** Where a line's key ends; -1 if it has none. */
  separatorAt(line: string, separators = this.separators): number {
    const at = /^(?:[A-Za-z0-9-]+[ \t]*)?/.exec(line)?.[0].length ?? 0;
    return at < line.length && separators.includes(line[at] ?? '') ? at : -1;
  }

  line = ({ key, value }: Trailer): string =>
    key === undefined
      ? value
      : this.separators.includes(key.trimEnd().at(-1) ?? ' ')
        ? `${key}${value}`
        : `${key}${this.separators[0]} ${value}`;
}

export const trailerConfig = (config: Config): TrailerConfig => new TrailerConfig(config);

const choice = <T extends string>(text: string | undefined, choices: readonly T[]): T | undefined =>
  choices.find((one) => one.toLowerCase() === text?.toLowerCase());

/** The rules that are given and known. */
export function rulesOf(given: {
  readonly where?: string | undefined;
  readonly ifExists?: string | undefined;
  readonly ifMissing?: string | undefined;
}): Partial<TrailerRules> {
  const where = choice(given.where, ['end', 'start', 'after', 'before']);
  const ifMissing = choice(given.ifMissing, ['add', 'doNothing']);
  const ifExists = choice(given.ifExists, ['addIfDifferentNeighbor', 'addIfDifferent', 'add', 'replace', 'doNothing']);
  return { ...(where && { where }), ...(ifExists && { ifExists }), ...(ifMissing && { ifMissing }) };
}

/** Splits a message at its trailers: its last paragraph, if enough of its lines look like some. `divided`: it ends at `---`. */
export function trailerBlock(message: string, config: TrailerConfig, divided = false): TrailerBlock {
  const whole = message === '' || message.endsWith('\n') ? message : `${message}\n`;
  const lines = whole.split('\n').slice(0, -1);
  const divider = divided ? lines.findIndex((line) => /^---(?:\s|$)/.test(line)) : -1;
  const cut = lines.findIndex((line) => line.startsWith(`${config.comment} ---`) && line.includes('>8'));
  const end = textEnd(lines.slice(0, cut < 0 ? (divider < 0 ? lines.length : divider) : cut), config);
  const start = startOf(lines.slice(0, end), config);
  const trailers: Trailer[] = [];
  for (const line of lines.slice(start, end)) {
    const at = /^\s/.test(line) ? -1 : config.separatorAt(line);
    const last = trailers.at(-1);
    if (line.startsWith(config.comment)) continue;
    if (/^\s/.test(line) && last?.key !== undefined)
      trailers.splice(-1, 1, { ...last, value: `${last.value}\n${line}` });
    else if (at < 1) trailers.push({ key: undefined, value: line });
    else {
      const key = line.slice(0, at).trim();
      trailers.push({ key: config.find(key)?.key ?? key, value: line.slice(at + 1).trim() });
    }
  }
  const text = (part: readonly string[]) => part.map((line) => `${line}\n`).join('');
  return { before: text(lines.slice(0, start)), trailers, after: text(lines.slice(end)) };
}

/** The line at which the text ends: what follows are comments, empty lines and an old list of conflicts. */
function textEnd(lines: readonly string[], { comment }: TrailerConfig): number {
  const conflicts = lines.findLastIndex((line) => line.trim() === 'Conflicts:');
  const listed = conflicts >= 0 && lines.slice(conflicts + 1).every((line) => /^(?:\t.*|\s*)$/.test(line));
  let end = listed ? conflicts : lines.length;
  while (end > 0 && (lines[end - 1]?.startsWith(comment) || lines[end - 1]?.trim() === '')) end--;
  return end;
}

/** The line at which the trailers start; the number of lines if there are none. */
function startOf(lines: readonly string[], config: TrailerConfig): number {
  const title = lines.findIndex((line) => !line.startsWith(config.comment) && line.trim() === '');
  let [trailers, others, indented] = [0, 0, 0];
  let isKnown = false;
  for (let at = lines.length - 1; title >= 0 && at >= title; at--) {
    const line = lines[at] ?? '';
    if (line.trim() === '') {
      others += indented;
      return (isKnown && trailers * 3 >= others) || (trailers > 0 && others === 0) ? at + 1 : lines.length;
    }
    const separator = config.separatorAt(line);
    if (GENERATED.test(line) || separator >= 1) {
      trailers++;
      indented = 0;
      isKnown ||= GENERATED.test(line) || config.find(line.slice(0, separator)) !== undefined;
    } else if (/^\s/.test(line)) indented++;
    else if (!line.startsWith(config.comment)) {
      others += 1 + indented;
      indented = 0;
    }
  }
  return lines.length;
}

/** The trailers with others added, as the rules say. Those that a command makes are added by themselves. */
export async function withTrailers(
  trailers: readonly Trailer[],
  added: readonly NewTrailer[],
  config: TrailerConfig,
  io: GitIo,
): Promise<Trailer[]> {
  const found = [...trailers];
  const made = config.named
    .filter(({ command }) => command !== undefined)
    .map(({ name }) => ({ text: name, isMade: true }));
  for (const { text, isMade = false, ...own } of [...made, ...added.map((one) => ({ ...one, isMade: false }))]) {
    const at = config.separatorAt(text, `=${config.separators}`);
    const written = at < 0 ? text : text.slice(0, at).trim();
    const named = config.find(written);
    const key = named?.key ?? (isMade ? (named?.name ?? written) : written);
    const rules = config.rulesFor(named, own);
    const backwards = rules.where === 'end' || rules.where === 'after';
    const isSame = (one: Trailer) => one.key !== undefined && sameKey(config.bare(one.key), config.bare(key));
    const same = backwards ? found.findLastIndex(isSame) : found.findIndex(isSame);
    if ((same < 0 ? rules.ifMissing : rules.ifExists) === 'doNothing') continue;
    const given = at < 0 ? '' : text.slice(at + 1).trim();
    const value = await valueOf(given === '' && same >= 0 ? (found[same]?.value ?? '') : given, given, named, io);
    const edge = backwards ? found.length - 1 : 0;
    const on = same < 0 ? edge : rules.where === 'end' || rules.where === 'start' ? edge : same;
    const isEqual = (one: Trailer | undefined) =>
      one !== undefined && isSame(one) && one.value.toLowerCase() === value.toLowerCase();
    const near = backwards ? found.slice(0, same + 1) : found.slice(Math.max(0, same));
    if (same >= 0 && rules.ifExists === 'addIfDifferentNeighbor' && isEqual(found[on])) continue;
    if (same >= 0 && rules.ifExists === 'addIfDifferent' && near.some(isEqual)) continue;
    found.splice(backwards ? on + 1 : on, 0, { key, value });
    if (same >= 0 && rules.ifExists === 'replace') found.splice(same + (backwards ? 0 : 1), 1);
  }
  return found;
}

const sameKey = (a: string, b: string): boolean => {
  const length = Math.min(a.length, b.length);
  return a.slice(0, length).toLowerCase() === b.slice(0, length).toLowerCase();
};

/** The value that the setting `command` or `cmd` makes of a given one. */
async function valueOf(standing: string, given: string, named: Named | undefined, io: GitIo): Promise<string> {
  const { command, cmd } = named ?? {};
  const script = cmd === undefined ? command?.replaceAll('$ARG', standing) : `${cmd} "$@"`;
  if (script === undefined) return given;
  const { out } = await io.run(['sh', '-c', script, script, ...(cmd === undefined ? [] : [given])], {
    cwd: io.cwd,
    env: io.env,
    capture: true,
  });
  return out.trim();
}

/** A message with its trailers in place. */
export function blockText({ before, trailers, after }: TrailerBlock, config: TrailerConfig): string {
  const gap = /(?:^|\n)\n$/.test(before) ? '' : '\n';
  return `${before}${gap}${trailers.map((one) => `${config.line(one)}\n`).join('')}${after}`;
}

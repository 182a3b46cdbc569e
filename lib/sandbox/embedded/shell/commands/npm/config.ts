import type { CommandContext } from '../context';
import { SWITCHES } from './config-names';

const SHORT: Readonly<Record<string, readonly string[]>> = {
  a: ['--all'],
  B: ['--save-bundle'],
  c: ['--call'],
  D: ['--save-dev'],
  E: ['--save-exact'],
  f: ['--force'],
  g: ['--global'],
  h: ['--help'],
  H: ['--help'],
  l: ['--long'],
  L: ['--location'],
  m: ['--message'],
  n: ['--no-yes'],
  O: ['--save-optional'],
  p: ['--parseable'],
  P: ['--save-prod'],
  q: ['--loglevel', 'warn'],
  s: ['--loglevel', 'silent'],
  S: ['--save'],
  v: ['--version'],
  w: ['--workspace'],
  ws: ['--workspaces'],
  iwr: ['--include-workspace-root'],
  y: ['--yes'],
};

/** Words for how much npm tells. */
const LEVELS: Readonly<Record<string, string>> = { silent: 'silent', quiet: 'warn', verbose: 'verbose' };

/** The settings of an `.npmrc` as they are written there. */
export const npmrcLines = (npmrc: string): [key: string, value: string][] =>
  npmrc.split('\n').flatMap((line): [string, string][] => {
    const [, key, value = 'true'] = /^\s*([^#;=\s][^=]*?)\s*(?:=\s*(.*?)\s*)?$/.exec(line) ?? [];
    return key === undefined ? [] : [[key, value]];
  });

/** A text with the variables of the environment that it names, as in `${HOME}`; one that is not set stays, or with `?` goes. */
const withVariables = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replaceAll(
    /(\\*)\$\{([^${}?]+)(\?)?\}/g,
    (whole: string, slashes: string, name: string, mayMiss: string | undefined) =>
      slashes.length % 2 === 1
        ? whole.slice((slashes.length + 1) / 2)
        : slashes.slice(slashes.length / 2) + (env[name] ?? (mayMiss ? '' : `\${${name}}`)),
  );

/** npm's settings, from its command line, from `npm_config_…` variables and from the project's `.npmrc`. */
export class NpmConfig {
  readonly words: string[] = [];
  /** Settings from the command line, passed on to the programs that npm starts. */
  readonly given = new Map<string, string[]>();
  readonly warnings: string[] = [];
  private readonly file = new Map<string, string>();
  /** The settings of each `.npmrc`, in the order that they were read. */
  readonly files: { where: string; path: string; settings: Map<string, string> }[] = [];

  /** `short`: letters whose meaning differs from the usual one. */
  constructor(
    private readonly context: CommandContext,
    args: readonly string[],
    { stopAtWord = false, short = {} }: { stopAtWord?: boolean; short?: Readonly<Record<string, string>> } = {},
  ) {
    const left = args.slice();
    for (let word = left.shift(); word !== undefined; word = left.shift()) {
      const letters = /^-([a-zA-Z]+)$/.exec(word)?.[1];
      if (word === '--') this.words.push(...left.splice(0));
      else if (letters) {
        const names = Object.hasOwn(SHORT, letters) ? [letters] : letters.split('');
        if (letters === 'ws')
          this.warnings.push('-ws is not a valid single-hyphen cli flag and will be removed in the future');
        const long = names.map((name) => (short[name] ? [`--${short[name]}`] : SHORT[name]));
        left.unshift(...(long.every((one) => one !== undefined) ? long.flat() : [`--${letters}`]));
      } else if (word.startsWith('--')) this.option(word.slice(2), left);
      else {
        this.words.push(word);
        if (stopAtWord) this.words.push(...left.splice(0));
      }
    }
  }

  /** Reads the settings of an `.npmrc`, which have the lowest priority; those of a later one count more. */
  read(npmrc: string, where: string, path: string): void {
    const settings = new Map<string, string>();
    for (const [key, value] of npmrcLines(npmrc)) {
      const name = withVariables(key, this.context.env);
      settings.set(name, withVariables(value.replace(/^(["'])(.*)\1$/, '$2'), this.context.env));
    }
    for (const [key, value] of settings) this.file.set(key, value);
    this.files.push({ where, path, settings });
  }

  /** The settings of the `.npmrc` files. */
  get inFiles(): ReadonlyMap<string, string> {
    return this.file;
  }

  all(key: string): string[] {
    const inEnv = this.context.env[`npm_config_${key.replaceAll('-', '_')}`];
    const inFile = this.file.get(key);
    return this.given.get(key) ?? (inEnv ? inEnv.split('\n\n') : inFile === undefined ? [] : [inFile]);
  }

  get(key: string): string | undefined {
    return this.all(key).at(-1);
  }

  /** Whether a setting is on. */
  has(key: string, otherwise = false): boolean {
    const value = this.get(key);
    return value === undefined ? otherwise : value !== 'false' && value !== '';
  }

  get silent(): boolean {
    return this.get('loglevel') === 'silent' || this.has('silent');
  }

  private option(text: string, left: string[]): void {
    const [, name = '', value] = /^([^=]+)(?:=(.*))?$/s.exec(text) ?? [];
    const isOff = name.startsWith('no-');
    const key = isOff ? name.slice(3) : name;
    const level = Object.hasOwn(LEVELS, text) ? LEVELS[text] : undefined;
    // `npx --no`: nothing is asked, and no word is its value.
    if (level !== undefined) this.given.set('loglevel', [level]);
    else if (text === 'no') this.given.set('yes', ['false']);
    else if (value === undefined && isOff) this.given.set(key, ['false']);
    else if (value !== undefined) this.set(key, value);
    else if (key === 'production') {
      this.warnings.push('config production Use `--omit=dev` instead.');
      this.given.set(key, ['true']);
    } else if (SWITCHES.has(key))
      this.given.set(key, [/^(?:true|false)$/.test(left[0] ?? '') ? (left.shift() ?? '') : 'true']);
    // As in npm, an unknown option takes the next word as its value.
    else if (left[0] === undefined || left[0].startsWith('-')) this.given.set(key, ['true']);
    else this.set(key, left.shift() ?? '');
  }

  private set(key: string, value: string): void {
    this.given.set(key, key === 'workspace' || key === 'package' ? [...(this.given.get(key) ?? []), value] : [value]);
  }
}

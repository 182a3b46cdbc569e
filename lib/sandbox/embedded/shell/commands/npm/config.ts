import type { CommandContext } from '../context';

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
  y: ['--yes'],
};

/** Settings that are on or off. */
const SWITCHES = new Set(
  `all allow-same-version audit bin-links color dry-run engine-strict force foreground-scripts fund git-tag-version global help
  if-present ignore-scripts include-workspace-root json legacy-peer-deps long offline optional package-lock package-lock-only parseable
  prefer-offline production progress save save-bundle save-dev save-exact save-optional save-prod silent strict-peer-deps
  update-notifier version workspaces yes`.split(/\s+/),
);

/** What npm was told: on its command line, by `npm_config_…`, and in the project's `.npmrc`. */
export class NpmConfig {
  readonly words: string[] = [];
  /** What stood on the command line; the programs that npm starts are told. */
  readonly given = new Map<string, string[]>();
  private readonly file = new Map<string, string>();

  /** `short`: letters that mean something else than usual. */
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
        const long = letters.split('').map((letter) => (short[letter] ? [`--${short[letter]}`] : SHORT[letter]));
        left.unshift(...(long.every((one) => one !== undefined) ? long.flat() : [`--${letters}`]));
      } else if (word.startsWith('--')) this.option(word.slice(2), left);
      else {
        this.words.push(word);
        if (stopAtWord) this.words.push(...left.splice(0));
      }
    }
  }

  /** Takes the settings of an `.npmrc`, which count least. */
  read(npmrc: string): void {
    for (const line of npmrc.split('\n')) {
      const [, key, value] = /^\s*([^#;=\s][^=]*?)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
      if (key !== undefined) this.file.set(key, value ?? '');
    }
  }

  all(key: string): string[] {
    const inEnv = this.context.env[`npm_config_${key.replaceAll('-', '_')}`];
    const inFile = this.file.get(key);
    return this.given.get(key) ?? (inEnv ? inEnv.split('\n\n') : inFile === undefined ? [] : [inFile]);
  }

  get(key: string): string | undefined {
    return this.all(key).at(-1);
  }

  /** Whether something is on. */
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
    if (value === undefined && isOff) this.given.set(key, ['false']);
    else if (value !== undefined) this.set(key, value);
    else if (SWITCHES.has(key))
      this.given.set(key, [/^(?:true|false)$/.test(left[0] ?? '') ? (left.shift() ?? '') : 'true']);
    // As npm does, what it does not know takes the next word, too.
    else if (left[0] === undefined || left[0].startsWith('-')) this.given.set(key, ['true']);
    else this.set(key, left.shift() ?? '');
  }

  private set(key: string, value: string): void {
    this.given.set(key, key === 'workspace' || key === 'package' ? [...(this.given.get(key) ?? []), value] : [value]);
  }
}

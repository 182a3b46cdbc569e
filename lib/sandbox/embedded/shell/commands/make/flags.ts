import type { ParsedOptions } from '../options';

/** The letters that MAKEFLAGS may hold, in make's order. */
const LETTERS = ['B', 'e', 'i', 'k', 'n', 'q', 'r', 'R', 's', 't', 'w'] as const;
const LONG = ['no-print-directory', 'trace'] as const;

export type Flag = (typeof LETTERS)[number] | (typeof LONG)[number];

/** The flags and variables of a make's command line and of the make above it, which are passed on in MAKEFLAGS. */
export class MakeFlags {
  private readonly given: ReadonlySet<Flag>;
  /** What is set on the command line, such as `V=1`. */
  readonly assignments: readonly string[];
  /** How many makes are above this one. */
  readonly level: number;

  constructor(options: ParsedOptions, assignments: readonly string[], env: Readonly<Record<string, string>>) {
    this.level = Number(env.MAKELEVEL ?? 0);
    const [, before = '', above = ''] = /^(.*?)(?:(?:^|\s)-- (.*))?$/s.exec(env.MAKEFLAGS ?? '') ?? [];
    const words = before.split(' ').filter(Boolean);
    const letters = words.filter((word) => !word.startsWith('--')).join('');
    const given = new Set<Flag>([
      ...LETTERS.filter((letter) => options.has(letter) || letters.includes(letter)),
      ...LONG.filter((name) => options.has(name) || words.includes(`--${name}`)),
    ]);
    if (given.has('s') || given.has('no-print-directory')) given.delete('w');
    else if (this.level > 0 || options.has('C')) given.add('w');
    this.given = given;
    const inherited = above.split(/(?<!\\) /).filter(Boolean);
    const all = [...inherited.map((word) => word.replaceAll(/\\(.)/gs, '$1')), ...assignments];
    this.assignments = [...new Map(all.map((word) => [word.replace(/[:?+!]*=.*/s, ''), word])).values()];
  }

  has = (flag: Flag): boolean => this.given.has(flag);

  /** The name that messages start with. */
  get name(): string {
    return this.level > 0 ? `make[${this.level}]` : 'make';
  }

  /** MAKEFLAGS for the makes below. */
  toString(): string {
    const letters = LETTERS.filter(this.has).join('');
    const long = LONG.filter(this.has).map((name) => ` --${name}`);
    const variables = this.assignments.map((word) => word.replaceAll(/[\\\s$]/g, '\\$&'));
    return `${letters}${long.join('')}${variables.length > 0 ? ` -- ${variables.join(' ')}` : ''}`;
  }
}

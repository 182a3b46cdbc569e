import { rangeOf } from '@/lib/schema/patterns/tokens';
import { BOUNDARY, escapeRegExp, NO_BOUNDARY } from './classes';

/** A step of a compiled expression; steps are referred to by their index. */
type Step =
  | { op: 'char'; test: (char: string) => boolean }
  | { op: 'assert'; expression: RegExp }
  | { op: 'save'; slot: number }
  | { op: 'back'; slot: number }
  | { op: 'jump'; to: number }
  | { op: 'split'; first: number; second: number }
  | { op: 'end' };

/** The places where a match and its groups begin and end: -1 where a group took no part. */
type Slots = readonly number[];

const MOST_STEPS = 20_000;

/** An expression that refers back is given up after so many tries in one text. JavaScript makes more of them in the same time. */
const MOST_TRIES = 10_000_000;
const MOST_TRIES_OF_JAVASCRIPT = 500_000_000;

/**
 * A regular expression that matches as POSIX says: of the matches that begin first, the longest. Where backtracking could take
 * for ever, it follows all ways at once, so its time grows with the text alone (Pike's machine). One that refers back to a group
 * finds JavaScript's match; `exec` throws if that takes too long.
 */
class LongestRegExp extends RegExp {
  /** Whether JavaScript's choice of match may be another, or take for ever to find. */
  readonly differs: boolean;
  private readonly steps: readonly Step[];
  private readonly groups: number;
  private readonly mayExplode: boolean;
  private readonly refersBack: boolean;
  /** Whether a group that it refers back to may take no part. */
  private readonly mayLack: boolean;
  /** How many parts may be repeated without end. */
  private readonly endless: number;

  /** Also called by `split` and `matchAll`, which copy the expression. */
  constructor(source: RegExp | string, flags: string) {
    super(source, flags);
    const compilation = new Compilation(this.source, this.flags.replaceAll(/[gy]/g, ''));
    const steps = compilation.all();
    const { groups, alternatives, mayExplode, endless, referred, optional } = compilation.found;
    const refersBack = referred.size > 0;
    this.steps = steps ?? [];
    this.groups = groups;
    this.mayExplode = mayExplode;
    this.refersBack = refersBack;
    this.mayLack = [...referred].some((slot) => optional.has(slot));
    this.endless = endless;
    this.differs = steps !== undefined && (alternatives || mayExplode || refersBack);
  }

  override exec(text: string): RegExpExecArray | null {
    const sticks = this.sticky;
    let from = this.global || sticks ? this.lastIndex : 0;
    const isPlain = this.refersBack && !this.mayLack && !this.mayExplode;
    if (isPlain && text.length ** (this.endless + 1) < MOST_TRIES_OF_JAVASCRIPT) return super.exec(text);
    if (!this.mayExplode && !this.refersBack) {
      const first = super.exec(text);
      if (!first) return null;
      from = first.index;
    }
    const slots = this.refersBack
      ? this.tryEach(text, from, sticks)
      : from <= text.length
        ? this.run(text, from, sticks || !this.mayExplode)
        : undefined;
    if (this.global || sticks) this.lastIndex = slots?.[1] ?? 0;
    if (!slots) return null;
    const [index = 0, end = 0] = slots;
    const found = Array.from<string>({ length: this.groups + 1 });
    for (let group = 1; group <= this.groups; group += 1) {
      const [start = -1, stop = -1] = slots.slice(group * 2);
      if (stop >= 0) found[group] = text.slice(start, stop);
    }
    return Object.assign(found, { 0: text.slice(index, end), index, input: text });
  }

  override test(text: string): boolean {
    const plainly = !this.mayExplode && !this.refersBack && !this.global && !this.sticky;
    return plainly ? super.exec(text) !== null : this.exec(text) !== null;
  }

  /** Tries one way after another, as JavaScript does, but none twice. */
  private tryEach(text: string, from: number, onlyThere: boolean): Slots | undefined {
    const none = Array.from({ length: (this.groups + 1) * 2 }, () => -1);
    let tries = 0;
    for (let start = from; start <= text.length; start += charAt(text, start).length || 1) {
      const tried = new Set<string>();
      const ways: [step: number, at: number, slots: Slots][] = [[0, start, none]];
      for (let way = ways.pop(); way; way = ways.pop()) {
        if (++tries > MOST_TRIES) throw new Error('the regular expression takes too long on this text');
        const [step, at, slots] = way;
        const now = this.steps[step];
        if (now?.op === 'end') return slots.with(1, at);
        if (now?.op === 'jump') ways.push([now.to, at, slots]);
        else if (now?.op === 'save') ways.push([step + 1, at, slots.with(now.slot, at)]);
        else if (now?.op === 'split') {
          const key = this.mayExplode ? `${step},${at},${slots.join()}` : '';
          if (!tried.has(key)) ways.push([now.second, at, slots], [now.first, at, slots]);
          if (this.mayExplode) tried.add(key);
        } else if (now?.op === 'assert') {
          now.expression.lastIndex = at;
          if (now.expression.test(text)) ways.push([step + 1, at, slots]);
        } else if (now?.op === 'back') {
          const [begin = 0, end = 0] = slots.slice(now.slot);
          // One that took no part refers to nothing, and matches nothing.
          if (end < 0) continue;
          const length = end - begin;
          if (this.same(text.slice(begin, begin + length), text.slice(at, at + length)))
            ways.push([step + 1, at + length, slots]);
        } else if (now?.op === 'char' && at < text.length) {
          const char = charAt(text, at);
          if (now.test(char)) ways.push([step + 1, at + char.length, slots]);
        }
      }
      if (onlyThere) return undefined;
    }
    return undefined;
  }

  private same(one: string, other: string): boolean {
    return this.ignoreCase ? one.toLowerCase() === other.toLowerCase() : one === other;
  }

  private run(text: string, from: number, onlyThere: boolean): Slots | undefined {
    let best: Slots | undefined;
    let threads: [step: number, slots: Slots][] = [];
    let reached = new Set<number>();
    const follow = (step: number, slots: Slots, at: number): void => {
      if (reached.has(step)) return;
      reached.add(step);
      const now = this.steps[step];
      if (now?.op === 'jump') follow(now.to, slots, at);
      else if (now?.op === 'split') {
        follow(now.first, slots, at);
        follow(now.second, slots, at);
      } else if (now?.op === 'save') follow(step + 1, slots.with(now.slot, at), at);
      else if (now?.op === 'assert') {
        now.expression.lastIndex = at;
        if (now.expression.test(text)) follow(step + 1, slots, at);
      } else threads.push([step, slots]);
    };
    const none = Array.from({ length: (this.groups + 1) * 2 }, () => -1);
    for (let at = from; ;) {
      if (!best && (at === from || !onlyThere)) follow(0, none, at);
      const char = charAt(text, at) || '\0';
      const current = threads;
      threads = [];
      reached = new Set();
      for (const [step, slots] of current) {
        const now = this.steps[step];
        if (best && (slots[0] ?? 0) > (best[0] ?? 0)) continue;
        if (now?.op === 'end') {
          if (!best || (slots[0] ?? 0) < (best[0] ?? 0) || at > (best[1] ?? 0)) best = slots.with(1, at);
        } else if (now?.op === 'char' && at < text.length && now.test(char)) follow(step + 1, slots, at + char.length);
      }
      if (at >= text.length || (threads.length === 0 && (best || onlyThere))) return best;
      at += char.length;
    }
  }
}

/** The character at a place in a text; empty at its end. */
const charAt = (text: string, at: number): string => {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
};

/** The expression with POSIX's choice of match: one of JavaScript's where that chooses the same. Throws `SyntaxError`. */
export function longestRegExp(source: string, flags: string): RegExp {
  if (/[|]|\)(?:[*+]|\{\d+,\})|\\[1-9]/.test(source)) {
    const longest = new LongestRegExp(source, flags);
    if (longest.differs) return longest;
  }
  return new RegExp(source, flags);
}

const ASSERTION = new RegExp(
  String.raw`${escapeRegExp(BOUNDARY)}|${escapeRegExp(NO_BOUNDARY)}|\(\?<?[=!](?:\[(?:\\.|[^\]])*\]|\[\^\])\)|[$^]`,
  'y',
);
const ATOM = /\[(?:\\.|[^\]\\])*\]|\\(?:p\{\w+\}|x[\da-f]{2}|.)|[^()|*+?{}[\]\\]/suy;
const REPETITION = /[*+?]|\{\d+,?\d*\}/y;

/** Compiles what `posixRegExp` writes. */
class Compilation {
  /**
   * `alternatives`: of which the first need not be the longest; `mayExplode`: a repeated part can match a text in several ways;
   * `referred` and `optional`: groups that are referred back to, and those that may take no part.
   */
  readonly found = {
    groups: 0,
    alternatives: false,
    mayExplode: false,
    endless: 0,
    referred: new Set<number>(),
    optional: new Set<number>(),
  };
  private at = 0;

  constructor(
    private readonly source: string,
    private readonly flags: string,
  ) {}

  /** The steps; undefined if there is something that this way cannot match. */
  all(): Step[] | undefined {
    const steps = this.either();
    if (!steps || this.at < this.source.length || steps.length > MOST_STEPS) return undefined;
    return [{ op: 'save', slot: 0 }, ...shifted(steps, 1), { op: 'end' }];
  }

  private either(): Step[] | undefined {
    let steps = this.sequence();
    while (steps && this.source[this.at] === '|') {
      this.at += 1;
      this.found.alternatives = true;
      const next = this.sequence();
      if (!next) return undefined;
      this.mayLack([...steps, ...next]);
      const rest = steps.length + 2;
      steps = [
        { op: 'split', first: 1, second: rest },
        ...shifted(steps, 1),
        { op: 'jump', to: rest + next.length },
        ...shifted(next, rest),
      ];
    }
    return steps;
  }

  private sequence(): Step[] | undefined {
    const steps: Step[] = [];
    while (this.at < this.source.length && !'|)'.includes(this.source[this.at] ?? '')) {
      const one = this.atom();
      if (!one) return undefined;
      const repeated = this.repeated(one);
      if (steps.length + repeated.length > MOST_STEPS) return undefined;
      steps.push(...shifted(repeated, steps.length));
    }
    return steps;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.at += found[0].length;
    return found;
  }

  private atom(): Step[] | undefined {
    const asserted = this.take(ASSERTION)?.[0];
    if (asserted !== undefined) return [{ op: 'assert', expression: new RegExp(asserted, `${this.flags}y`) }];
    if (this.source[this.at] === '(') return this.group();
    const atom = this.take(ATOM)?.[0];
    if (atom === undefined) return undefined;
    if (/^\\[1-9]/.test(atom)) {
      const slot = Number(atom[1]) * 2;
      this.found.referred.add(slot);
      return [{ op: 'back', slot }];
    }
    const char = /^(?:\\([^\w\s])|([^.]))$/u.exec(atom)?.slice(1).join('');
    if (char !== undefined && !this.flags.includes('i')) return [{ op: 'char', test: (one) => one === char }];
    const expression = new RegExp(`^${atom}$`, this.flags.replace('m', ''));
    return [{ op: 'char', test: (one) => expression.test(one) }];
  }

  private group(): Step[] | undefined {
    const captures = !this.source.startsWith('(?:', this.at);
    this.at += captures ? 1 : 3;
    const slot = captures ? ++this.found.groups * 2 : 0;
    const inner = this.either();
    if (!inner || this.source[this.at] !== ')') return undefined;
    this.at += 1;
    return captures ? [{ op: 'save', slot }, ...shifted(inner, 1), { op: 'save', slot: slot + 1 }] : inner;
  }

  /** Notes that these steps may be left out. */
  private mayLack(steps: readonly Step[]): void {
    for (const step of steps) if (step.op === 'save') this.found.optional.add(step.slot);
  }

  private repeated(one: Step[]): Step[] {
    const found = this.take(REPETITION);
    if (!found) return one;
    const { least, most } = rangeOf(found[0]);
    if (most > 8 && one.some(({ op }) => op === 'split')) this.found.mayExplode = true;
    if (most === Infinity) this.found.endless += 1;
    if (least === 0) this.mayLack(one);
    const steps: Step[] = [];
    const add = (more: readonly Step[]) => steps.push(...shifted(more, steps.length));
    for (let count = 0; count < least && steps.length <= MOST_STEPS; count += 1) add(one);
    if (most === Infinity)
      add([{ op: 'split', first: 1, second: one.length + 2 }, ...shifted(one, 1), { op: 'jump', to: 0 }]);
    else
      for (let count = least; count < most && steps.length <= MOST_STEPS; count += 1)
        add([{ op: 'split', first: 1, second: one.length + 1 }, ...shifted(one, 1)]);
    return steps;
  }
}

/** The steps, moved to begin at `by`. */
const shifted = (steps: readonly Step[], by: number): Step[] =>
  steps.map((step) =>
    step.op === 'jump'
      ? { ...step, to: step.to + by }
      : step.op === 'split'
        ? { ...step, first: step.first + by, second: step.second + by }
        : step,
  );

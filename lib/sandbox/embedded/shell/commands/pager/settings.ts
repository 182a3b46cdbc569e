import { parseOptions } from '../options';
import type { CommandContext } from '../context';

const SPEC =
  'a A b: B c C d D: e E f F g G h: i I j: J k: K l L m M n N o: O: p: P: q Q r R s S t: T: u U V v w W x: X y: z: ~ quit-if-one-screen=F RAW-CONTROL-CHARS=R raw-control-chars=r chop-long-lines=S no-init=X LINE-NUMBERS=N ignore-case=i IGNORE-CASE=I pattern:=p quit-at-eof=e QUIT-AT-EOF=E squeeze-blank-lines=s';

/** How a pager shows what it is given. */
export interface PagerSettings {
  numbered: boolean;
  /** Whether long lines are cut off. */
  chop: boolean;
  /** Whether the colours of the text are shown. */
  colours: boolean;
  ignoreCase: boolean;
  quitsAtEnd: boolean;
  /** Whether what was on the terminal is there again at the end. */
  restores: boolean;
  /** Whether what fits on the screen is only copied. */
  copiesShort: boolean;
  /** What is done first, such as `G` or `/word`. */
  first: readonly string[];
}

/** The settings of `less` and `more`, of the environment too, and the files that they are given. */
export function pagerSettings({ name, args, env }: CommandContext): { settings: PagerSettings; files: string[] } {
  const always = name === 'less' ? (env.LESS ?? '').split(/\s+/).filter(Boolean) : [];
  const { has, all, operands } = parseOptions(
    [
      ...always.map((word) => (word.startsWith('-') ? word : `-${word}`)),
      ...args.filter((arg) => !arg.startsWith('+')),
    ],
    SPEC,
  );
  const first = args.filter((arg) => arg.startsWith('+')).map((arg) => arg.replace(/^\++/, ''));
  const settings = {
    numbered: has('N'),
    chop: has('S'),
    colours: has('R') || has('r'),
    ignoreCase: has('i') || has('I'),
    quitsAtEnd: name === 'more' || has('e') || has('E'),
    restores: name === 'less' && !has('X'),
    copiesShort: name === 'more' || has('F'),
    first: [...first.map((text) => (/^\d+$/.test(text) ? `${text}g` : text)), ...all('p').map((text) => `/${text}`)],
  };
  return { settings, files: operands };
}

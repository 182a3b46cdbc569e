import { GitFailure } from '../../git-failure';
import { isRefName } from '../../store/refs';

/** Which refs go where: `+refs/heads/*:refs/remotes/origin/*`; see "refspec" in gitglossary(7). */
export interface Refspec {
  readonly force: boolean;
  /** Whether it leaves out what others name: `^refs/heads/wip/*`. */
  readonly negative: boolean;
  readonly from: string;
  readonly to: string;
}

export function parseRefspec(text: string): Refspec {
  const negative = text.startsWith('^');
  const plain = text.replace(/^[+^]/, '');
  const cut = plain.lastIndexOf(':');
  return {
    force: text.startsWith('+'),
    negative,
    from: cut < 0 ? plain : plain.slice(0, cut),
    to: cut < 0 ? '' : plain.slice(cut + 1),
  };
}

/** Reads a refspec to fetch by; fails for one that git does not accept. */
export function parseFetchRefspec(text: string): Refspec {
  const spec = parseRefspec(text);
  const { negative, from, to } = spec;
  const hasTo = text.includes(':');
  const isName = (name: string) => name === '' || isRefName(name.replace('*', 'x'));
  const globs = [from, to].filter((name) => name.includes('*')).length;
  const fits = negative
    ? !hasTo && from !== '' && isName(from) && !/^[0-9a-f]{40}$/.test(from)
    : (from === '@' || isName(from)) && isName(to) && globs !== 1;
  if (!fits) throw new GitFailure(`invalid refspec '${text}'`);
  return from === '@' ? { ...spec, from: 'HEAD' } : spec;
}

/** The name that a refspec maps a full ref name to; undefined if it does not match. */
export function mapRef(
  { from, to, negative = false }: Pick<Refspec, 'from' | 'to'> & { readonly negative?: boolean },
  name: string,
): string | undefined {
  if (negative) return undefined;
  const star = from.indexOf('*');
  if (star < 0) return from === name ? to : undefined;
  const [start, end] = [from.slice(0, star), from.slice(star + 1)];
  if (!name.startsWith(start) || !name.endsWith(end) || name.length < start.length + end.length) return undefined;
  return to.replace('*', name.slice(start.length, name.length - end.length));
}

/** Whether a negative refspec leaves out a ref. */
export const leavesOut = (specs: readonly Refspec[], name: string): boolean =>
  specs.some(({ negative, from }) => negative && mapRef({ from, to: from }, name) !== undefined);

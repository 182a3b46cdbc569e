import { posixRegExp } from '../../../regexp/posix-regexp';
import { GitFailure } from '../../git-failure';

/** A basic or extended regular expression of git's. `where`: what gave it. Throws `GitFailure`. */
export function posixPattern(
  pattern: string,
  { extended, flags, where = '-e option' }: { extended: boolean; flags: string; where?: string },
): RegExp {
  try {
    return posixRegExp(pattern, flags, extended ? 'extended' : 'basic');
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    // `regcomp` tells no unmatched bracket from another.
    throw new GitFailure(`${where}, '${pattern}': ${error.message.replace(String.raw`) or \)`, String.raw`( or \(`)}`);
  }
}

/** A regular expression of Perl's; `(?i)` at its start applies to the whole of it. */
export function perlPattern(pattern: string, flags: string): RegExp {
  const [written = '', letters = ''] = /^\(\?([ims]+)\)/.exec(pattern) ?? [];
  try {
    return new RegExp(pattern.slice(written.length), [...new Set(flags + letters)].join(''));
  } catch {
    throw new GitFailure(`command line, '${pattern}': this sandbox cannot read this regular expression`);
  }
}

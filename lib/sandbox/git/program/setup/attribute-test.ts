import { GitFailure } from '../../git-failure';
import type { LoadedAttributes } from './attributes';

/** Whether a file has the attributes that `attr:` lists, such as `text -diff eol=lf !merge`. */
export function attributeTest(
  list: string,
  attributes: LoadedAttributes | undefined,
  given: string,
): (path: string) => boolean {
  const wanted = list.split(' ').filter(Boolean).map(readWanted);
  if (wanted.length === 0) throw new GitFailure('attr spec must not be empty');
  if (!attributes) throw new GitFailure(`${given}: pathspec magic not supported by this command: 'attr'`);
  return (path) => {
    const found = attributes(path);
    return wanted.every(({ name, value }) => found.get(name) === value);
  };
}

function readWanted(word: string): { name: string; value: string | boolean | undefined } {
  const [, sign = '', name = '', written] = /^([!-]?)([^=]*)(?:=(.*))?$/s.exec(word) ?? [];
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(name)) throw new GitFailure(`invalid attribute name ${name}`);
  if (sign !== '') return { name, value: sign === '-' ? false : undefined };
  const odd = /(?<!\\)[^A-Za-z0-9,_\\-]/.exec(written ?? '')?.[0];
  if (odd !== undefined) throw new GitFailure(`cannot use '${odd}' for value matching`);
  return { name, value: written?.replaceAll(/\\(.)/g, '$1') ?? true };
}

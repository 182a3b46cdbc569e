import { readGitText } from '../../git-fs';
import type { Signature } from '../../store/person';
import type { Context } from '../setup/context';

type Name = Pick<Signature, 'name' | 'email'>;

/** Maps a person in a commit to their proper name and address. */
export type Mailmap = <P extends Name>(person: P) => P;

interface Entry {
  readonly name: string;
  readonly email: string;
  /** Undefined: anyone with the address matches. */
  readonly oldName: string | undefined;
  readonly oldEmail: string;
}

/** The repository's `.mailmap`, and the file in `mailmap.file`. */
export async function readMailmap({ fs, root, bare, config }: Context): Promise<Mailmap> {
  const own = config.get('mailmap.file');
  const files = [...(bare ? [] : [`${root}/.mailmap`]), ...(own === undefined ? [] : [own])];
  const texts = await Promise.all(files.map((file) => readGitText(fs, file)));
  const entries = texts.flatMap((text) => (text ?? '').split('\n').flatMap(readEntry));
  return (person) => {
    const same = (a: string | undefined, b: string) => a?.toLowerCase() === b.toLowerCase();
    const fits = entries.filter(({ oldEmail }) => same(oldEmail, person.email));
    const found =
      fits.findLast(({ oldName }) => oldName !== undefined && same(oldName, person.name)) ??
      fits.findLast(({ oldName }) => oldName === undefined);
    return found ? { ...person, name: found.name || person.name, email: found.email || person.email } : person;
  };
}

/** `Proper Name <proper@email> Commit Name <commit@email>`; all but one address are optional. */
function readEntry(line: string): Entry[] {
  const [, name = '', first = '', oldName = '', second] = /^([^<#]*)<([^>]*)>\s*(?:([^<]*)<([^>]*)>)?/.exec(line) ?? [];
  if (first === '') return [];
  const isPair = second !== undefined;
  return [
    {
      name: name.trim(),
      email: isPair ? first : '',
      oldName: oldName.trim() === '' ? undefined : oldName.trim(),
      oldEmail: isPair ? second : first,
    },
  ];
}

/** Whether people are shown and found by their names in the mailmap. */
export function usesMailmap(
  { config }: Context,
  { last }: { last(...names: ('mailmap' | 'noMailmap')[]): string | undefined },
): boolean {
  const chosen = last('mailmap', 'noMailmap');
  return chosen === undefined ? config.boolean('log.mailmap') !== false : chosen === 'mailmap';
}

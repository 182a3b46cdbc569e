import { UsageFailure } from '../context';

/** A mode in the form `-rw-r--r--`. */
export function modeText(type: string, mode: number): string {
  const kind = LETTERS[type] ?? '-';
  const bits = [6, 3, 0].map((shift, at) => {
    const special = [0o4000, 0o2000, 0o1000][at] ?? 0;
    const has = (mode & special) !== 0;
    const run = ((mode >> shift) & 1) === 1;
    const last = has ? (at === 2 ? (run ? 't' : 'T') : run ? 's' : 'S') : run ? 'x' : '-';
    return ((mode >> shift) & 4 ? 'r' : '-') + ((mode >> shift) & 2 ? 'w' : '-') + last;
  });
  return kind + bits.join('');
}

const SHIFTS: Readonly<Record<string, number>> = { u: 6, g: 3, o: 0 };

/** Applies a mode such as `755` or `u+x,go-w` to an existing one. Throws `Failure`. */
export function changedMode(text: string, mode: number, isFolder: boolean, umask: number): number {
  if (/^0*[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8) | (isFolder && text.length < 5 ? mode & 0o6000 : 0);
  const [, sign, octal] = /^([-+=])([0-7]{1,4})$/.exec(text) ?? [];
  if (octal !== undefined) {
    const bits = Number.parseInt(octal, 8);
    return sign === '+' ? mode | bits : sign === '-' ? mode & ~bits : bits;
  }
  let made = mode;
  for (const clause of text.split(',')) {
    const [, who = '', actions = ''] = /^([ugoa]*)((?:[-+=](?:[rwxXst]*|[ugo]))+)$/.exec(clause) ?? [];
    if (actions === '') throw new UsageFailure(`invalid mode: ‘${text}’`);
    const classes = who === '' || who.includes('a') ? ['u', 'g', 'o'] : Array.from(who);
    for (const [, operator, letters = ''] of actions.matchAll(/([-+=])([rwxXstugo]*)/g)) {
      for (const one of classes)
        made = changeFor(one, operator ?? '+', letters, made, isFolder, who === '' ? umask : 0);
    }
  }
  return made;
}

function changeFor(
  one: string,
  operator: string,
  letters: string,
  mode: number,
  isFolder: boolean,
  umask: number,
): number {
  const shift = SHIFTS[one] ?? 0;
  let bits = 0;
  let special = 0;
  for (const letter of letters) {
    if (letter in SHIFTS) bits |= (mode >> (SHIFTS[letter] ?? 0)) & 7;
    else if (letter === 'r') bits |= 4;
    else if (letter === 'w') bits |= 2;
    else if (letter === 'x' || (letter === 'X' && (isFolder || (mode & 0o111) !== 0))) bits |= 1;
    else if (letter === 's' && one !== 'o') special |= one === 'u' ? 0o4000 : 0o2000;
    else if (letter === 't' && one === 'o') special |= 0o1000;
  }
  const mask = ((bits << shift) & ~umask) | special;
  if (operator === '+') return mode | mask;
  if (operator === '-') return mode & ~mask;
  // On a folder, `=` keeps the set-user-ID and set-group-ID bits.
  const cleared = isFolder ? (one === 'o' ? 0o1000 : 0) : ([0o4000, 0o2000, 0o1000]['ugo'.indexOf(one)] ?? 0);
  return (mode & ~((7 << shift) | cleared)) | mask;
}

const LETTERS: Readonly<Record<string, string>> = { directory: 'd', symlink: 'l', fifo: 'p', device: 'c' };
const KINDS: Readonly<Record<string, string>> = {
  directory: 'directory',
  symlink: 'symbolic link',
  fifo: 'fifo',
  device: 'character special file',
};

/** What `stat` and `rm -i` call a file. */
export const typeName = ({ type, size }: { type: string; size: number }): string =>
  KINDS[type] ?? (size === 0 ? 'regular empty file' : 'regular file');

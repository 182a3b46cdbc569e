import { SizeTable } from '../../diff/renames';
import { comparePaths } from '../../store/bytes';
import type { DiffStyle } from './diff-style';
import type { FilePatch } from './patch-text';

/** Each folder's share of the changes. */
export async function dirstatText(patches: readonly FilePatch[], dirstat: DiffStyle['dirstat']): Promise<string> {
  const sizes = new SizeTable();
  const files: { path: string; amount: number }[] = [];
  for (const patch of patches) files.push({ path: patch.change.path, amount: await amountOf(patch, dirstat, sizes) });
  files.sort((a, b) => comparePaths(a.path, b.path));
  const total = files.reduce((sum, { amount }) => sum + amount, 0);
  let out = '';
  let at = 0;
  /** Prints the folders below `base`; returns what is left to count in the folder above. */
  const gather = (base: string): number => {
    let sum = 0;
    let sources = 0;
    for (let file = files[at]; file?.path.startsWith(base); file = files[at]) {
      const slash = file.path.indexOf('/', base.length);
      if (slash < 0) at++;
      sum += slash < 0 ? file.amount : gather(file.path.slice(0, slash + 1));
      sources += slash < 0 ? 2 : 1;
    }
    // A folder with nothing but another folder in it would only repeat what that one says.
    if (base === '' || sources === 1 || sum === 0) return sum;
    const share = Math.floor((sum * 1000) / total);
    if (share < dirstat.least) return sum;
    out += `${(share / 10).toFixed(1).padStart(6)}% ${base}\n`;
    return dirstat.cumulative ? sum : 0;
  };
  gather('');
  return out;
}

async function amountOf(
  { change, bytes, binary, added, removed }: FilePatch,
  { counts }: DiffStyle['dirstat'],
  sizes: SizeTable,
) {
  const { before, after } = change;
  if (counts === 'lines') return binary ? Math.ceil((bytes[0].length + bytes[1].length) / 64) : added + removed;
  if (before?.oid !== undefined && before.oid === after?.oid) return 0;
  if (counts === 'files') return 1;
  return Math.max(1, before && after ? await sizes.damage(before, after) : bytes[0].length + bytes[1].length);
}

import type { IndexEntry } from '../../store/index-file';
import { hasNoLines } from '../../store/bytes';
import { GITLINK, LINK } from '../../store/tree';
import type { Context } from '../setup/context';
import { attributesOf, lookAtFile } from './work-files';

/** The line ends of a file: `lf`, `crlf`, `mixed`, `none`, or `-text`. */
function endsOf(bytes: Uint8Array | undefined): string {
  if (!bytes) return '';
  if (hasNoLines(bytes)) return '-text';
  let [lf, crlf] = [0, 0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1))
    if (bytes[at - 1] === 13) crlf++;
    else lf++;
  if (lf > 0 && crlf > 0) return 'mixed';
  return lf > 0 ? 'lf' : crlf > 0 ? 'crlf' : 'none';
}

/** The line ends of a file in the index, in the folder, and as the attributes set them. */
export async function eolOf(
  context: Context,
  { path, oid, mode }: IndexEntry,
): Promise<{ index: string; work: string; attributes: string }> {
  const known = mode === LINK || mode === GITLINK ? undefined : await context.objects.blob(oid).catch(() => undefined);
  const stat = await lookAtFile(context, path);
  const there = stat?.type === 'file' ? await context.fs.readFile(`${context.root}/${path}`) : undefined;
  const attributes = await attributesOf(context).of(path);
  const [text, eol] = [attributes.get('text'), attributes.get('eol')];
  const kind = text === false ? '-text' : text === 'auto' ? 'text=auto' : text === true || eol ? 'text' : '';
  const wanted = `${kind}${kind !== '-text' && typeof eol === 'string' ? ` eol=${eol}` : ''}`;
  return { index: endsOf(known), work: endsOf(there), attributes: wanted };
}

/** What `ls-files --eol` says before a path. */
export async function eolColumns(context: Context, entry: IndexEntry): Promise<string> {
  const { index, work, attributes } = await eolOf(context, entry);
  return `i/${index.padEnd(5)} w/${work.padEnd(5)} attr/${attributes.padEnd(17)}\t`;
}

import type { IndexEntry } from '../store/index-file';
import { isBinary } from '../store/bytes';
import type { Context } from './context';
import { attributesOf, lookAtFile } from './work-files';

/** The line ends of a file: `lf`, `crlf`, `mixed`, `none`, or `-text`. */
function endsOf(bytes: Uint8Array | undefined): string {
  if (!bytes) return '';
  if (isBinary(bytes)) return '-text';
  let [lf, crlf] = [0, 0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1))
    if (bytes[at - 1] === 13) crlf++;
    else lf++;
  if (lf > 0 && crlf > 0) return 'mixed';
  return lf > 0 ? 'lf' : crlf > 0 ? 'crlf' : 'none';
}

/** `ls-files --eol`: the line ends in the index, in the folder, and as the attributes set them. */
export async function eolColumns(context: Context, { path, oid }: IndexEntry): Promise<string> {
  const known = await context.objects.blob(oid).catch(() => undefined);
  const stat = await lookAtFile(context, path);
  const there = stat?.type === 'file' ? await context.fs.readFile(`${context.root}/${path}`) : undefined;
  const attributes = await attributesOf(context).of(path);
  const [text, eol] = [attributes.get('text'), attributes.get('eol')];
  const kind = text === false ? '-text' : text === 'auto' ? 'text=auto' : text === true || eol ? 'text' : '';
  const wanted = `${kind}${kind !== '-text' && typeof eol === 'string' ? ` eol=${eol}` : ''}`;
  return `i/${endsOf(known).padEnd(5)} w/${endsOf(there).padEnd(5)} attr/${wanted.padEnd(17)}\t`;
}

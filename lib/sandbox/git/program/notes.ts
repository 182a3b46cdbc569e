import { decodeUtf8 } from '../store/bytes';
import { readCommit } from '../store/commit';
import { flattenTree } from '../store/tree';
import type { Context } from './context';
import { globPattern, hasGlob } from './glob';

const STANDARD = 'refs/notes/commits';

/** The name under which notes are kept: the one given, or what the settings say. */
export function notesRef({ config, io }: Context, given: string | undefined): string {
  const name = given ?? io.env.GIT_NOTES_REF ?? config.get('core.notesRef') ?? STANDARD;
  if (name.startsWith('refs/notes/')) return name;
  return name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`;
}

/** Notes with what `log` calls them. */
export interface NamedNotes {
  readonly title: string;
  readonly notes: ReadonlyMap<string, string>;
}

/** The notes that `log` shows: the usual ones, or those of each name given. */
export async function shownNotes(context: Context, given: readonly string[]): Promise<NamedNotes[]> {
  const found: NamedNotes[] = [];
  const wanted = given.length > 0 ? given : ['', ...context.config.getAll('notes.displayRef')];
  const names: string[] = [];
  for (const name of wanted) {
    const glob = hasGlob(name) ? globPattern(notesRef(context, name), { slashes: true }) : undefined;
    const found = glob ? (await context.refs.list('refs/notes/')).filter((ref) => glob.test(ref.name)) : undefined;
    names.push(...(found?.map((ref) => ref.name) ?? [name]));
  }
  for (const name of new Set(names)) {
    const ref = notesRef(context, name === '' ? undefined : name);
    const tip = await context.refs.resolve(ref);
    if (tip === undefined) continue;
    const title = ref === STANDARD ? 'Notes' : `Notes (${ref.replace('refs/notes/', '')})`;
    found.push({ title, notes: await readNotes(context, tip) });
  }
  return found;
}

/** The notes of a commit of notes, by the object they are for. */
export async function readNotes({ objects }: Context, tip: string): Promise<Map<string, string>> {
  const files = await flattenTree(objects, (await readCommit(objects, tip)).tree);
  const found = new Map<string, string>();
  for (const [path, { oid }] of files) found.set(path.replaceAll('/', ''), decodeUtf8(await objects.blob(oid)));
  return found;
}

import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { readCommit, writeCommit } from '../../store/commit';
import { FILE_MODE, flattenTree, writeTree, type FileEntry } from '../../store/tree';
import type { Context } from '../setup/context';
import { globPattern, hasGlob } from '../setup/glob';
import { committerOf, personOf } from '../people/people';
import { updateRef } from '../refs/update-refs';

const STANDARD = 'refs/notes/commits';

/** The ref that notes are kept in: the one given, otherwise the one in the settings. */
export function notesRef({ config, io }: Context, given: string | undefined): string {
  const name = given ?? io.env.GIT_NOTES_REF ?? config.get('core.notesRef') ?? STANDARD;
  if (name.startsWith('refs/notes/')) return name;
  return name.startsWith('notes/') ? `refs/${name}` : `refs/notes/${name}`;
}

/** Notes with the title that `log` gives them. */
export interface NamedNotes {
  readonly title: string;
  readonly notes: ReadonlyMap<string, string>;
}

/** The notes that `log` shows: the default ones, or those of each name given. */
export async function shownNotes(context: Context, given: readonly string[]): Promise<NamedNotes[]> {
  const found: NamedNotes[] = [];
  const standard = context.io.env.GIT_NOTES_DISPLAY_REF?.split(':') ?? context.config.getAll('notes.displayRef');
  // The notes that are shown anyway come before those that are named.
  const named = given.toSorted((a, b) => Number(a !== '') - Number(b !== ''));
  const wanted = given.length > 0 ? named : ['', ...standard];
  const names: string[] = [];
  for (const name of wanted) {
    const glob = hasGlob(name) ? globPattern(notesRef(context, name), { slashes: true }) : undefined;
    const found = glob ? (await context.refs.list('refs/notes/')).filter((ref) => glob.test(ref.name)) : undefined;
    names.push(...(found?.map((ref) => ref.name) ?? [notesRef(context, name === '' ? undefined : name)]));
  }
  for (const ref of new Set(names)) {
    const tip = await context.refs.resolve(ref);
    if (tip === undefined) continue;
    const title = ref === STANDARD ? 'Notes' : `Notes (${ref.replace('refs/notes/', '')})`;
    found.push({ title, notes: await readNotes(context, tip) });
  }
  return found;
}

/** Commits notes to their ref. */
export async function writeNotes(
  context: Context,
  ref: string,
  notes: ReadonlyMap<string, string>,
  message: string,
): Promise<void> {
  const tip = await context.refs.resolve(ref);
  const oid = await commitNotes(context, notes, `${message}\n`, tip === undefined ? [] : [tip]);
  await updateRef(context, ref, oid, message.startsWith('notes: ') ? message : `notes: ${message}`);
}

/** A commit of notes. */
export async function commitNotes(
  context: Context,
  notes: ReadonlyMap<string, string>,
  message: string,
  parents: readonly string[],
): Promise<string> {
  const files = new Map<string, FileEntry>();
  for (const [oid, text] of notes)
    files.set(oid, { mode: FILE_MODE, oid: await context.objects.write('blob', encodeUtf8(text)) });
  return writeCommit(context.objects, {
    tree: await writeTree(context.objects, files),
    parents,
    author: personOf(context, 'AUTHOR'),
    committer: committerOf(context),
    message,
  });
}

/** Copies the notes in `notes.rewriteRef` to rewritten commits; notes that those already have come first. */
export async function carryNotes(
  context: Context,
  pairs: readonly (readonly [string, string])[],
  command: 'amend' | 'rebase',
): Promise<void> {
  const globs = context.config.getAll('notes.rewriteRef').map((glob) => globPattern(glob, { slashes: true }));
  if (globs.length === 0 || context.config.boolean(`notes.rewrite.${command}`) === false) return;
  for (const { name, oid } of await context.refs.list('refs/notes/')) {
    if (!globs.some((glob) => glob.test(name))) continue;
    const notes = await readNotes(context, oid);
    const moved = pairs.filter(([old, now]) => notes.has(old) && old !== now);
    for (const [old, now] of moved)
      notes.set(now, [notes.get(now)?.trimEnd(), notes.get(old)].filter((text) => text !== undefined).join('\n\n'));
    const by = command === 'amend' ? 'commit --amend' : 'notes copy';
    if (moved.length > 0) await writeNotes(context, name, notes, `Notes added by 'git ${by}'`);
  }
}

/** The notes in a notes commit, by the object that they are for. */
export async function readNotes({ objects }: Context, tip: string): Promise<Map<string, string>> {
  const files = await flattenTree(objects, (await readCommit(objects, tip)).tree);
  const found = new Map<string, string>();
  for (const [path, { oid }] of files) found.set(path.replaceAll('/', ''), decodeUtf8(await objects.blob(oid)));
  return found;
}

import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { openContext, type Context } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import type { GitCommand, GitIo } from '../setup/git-io';
import { cleanMessage } from '../message/message';
import { abortNotesMerge, commitNotesMerge, mergeNotes } from '../message/merge-notes';
import { namesOnInput } from '../terminal/names-on-input';
import { notesRef, readNotes, writeNotes } from '../message/notes';
import { readOptions, type Options } from '../terminal/options';
import { findObject } from '../refs/revision';
import { gitShow } from './show';

/** The notes under a ref. */
interface Notes {
  readonly context: Context;
  readonly ref: string;
  readonly tip: string | undefined;
  readonly known: Map<string, string>;
}

type Verb = (notes: Notes, args: readonly string[]) => Promise<number | void>;

const tooMany = (): GitFailure => new GitFailure('too many arguments', 129, 'error: ');
const noNote = (oid: string): GitFailure => new GitFailure(`no note found for object ${oid}.`, 1);

async function objectAt(context: Context, name = 'HEAD'): Promise<string> {
  const oid = await findObject(context, name);
  if (oid === undefined) throw new GitFailure(`failed to resolve '${name}' as a valid ref.`);
  return oid;
}

const save = ({ context, ref, known }: Notes, message: string): Promise<void> =>
  writeNotes(context, ref, known, message);

const list: Verb = async ({ context, known }, args) => {
  const { rest } = readOptions(args, {});
  const idOf = (text: string) => context.objects.hash('blob', encodeUtf8(text));
  if (rest.length > 1) throw tooMany();
  if (rest.length === 0) {
    for (const [oid, text] of known) context.io.out(`${idOf(text)} ${oid}\n`);
    return;
  }
  const oid = await objectAt(context, rest[0]);
  const text = known.get(oid);
  if (text === undefined) throw noNote(oid);
  context.io.out(`${idOf(text)}\n`);
};

const show: Verb = async ({ context, known }, args) => {
  const { rest } = readOptions(args, {});
  if (rest.length > 1) throw tooMany();
  const oid = await objectAt(context, rest[0]);
  const text = known.get(oid);
  if (text === undefined) throw noNote(oid);
  context.io.out(text);
};

const WORDS = {
  flags: { force: '-f --force', allowEmpty: '--allow-empty' },
  values: {
    message: '-m --message',
    file: '-F --file',
    reuse: '-C --reuse-message',
    revise: '-c --reedit-message',
  },
} as const;
type Words = Options<keyof typeof WORDS.flags, keyof typeof WORDS.values>;

/** What options give as a note, in their order; undefined: nothing. */
async function givenText(context: Context, options: Words): Promise<string | undefined> {
  const { io, objects } = context;
  let text: string | undefined;
  for (const [name, value] of options.inOrder()) {
    if (name === 'force' || name === 'allowEmpty') continue;
    const isWritten = name === 'message' || name === 'file';
    const more =
      name === 'message'
        ? value
        : name === 'file'
          ? await fileText(io, value)
          : decodeUtf8((await objects.read(await objectAt(context, value), 'blob')).data);
    const joined = text ? `${text}\n${more}` : more;
    text = isWritten ? cleanMessage(joined, 'whitespace') : joined;
  }
  return text;
}

async function fileText(io: GitIo, file: string): Promise<string> {
  if (file === '-') return decodeUtf8(await io.input());
  const text = await readGitText(io.fs, resolveFrom(io.cwd, file));
  if (text === undefined) throw new GitFailure(`could not open or read '${file}': No such file or directory`);
  return text;
}

/** Lets the user write a note, under what is known of it. */
async function editedText(context: Context, oid: string, before: string): Promise<string> {
  const comment = `#\n# Write/edit the notes for the following object:\n#\n${await objectAsComment(context.io, oid)}`;
  try {
    return cleanMessage(await editInEditor(context, 'NOTES_EDITMSG', `${before}\n${comment}`));
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    const [reason = ''] = error.message.split('\n');
    throw new GitFailure(
      `${reason}\nfatal: please supply the note contents using either -m or -F option`,
      128,
      'error: ',
    );
  }
}

/** What `git show --stat` says of an object, as comments. */
async function objectAsComment(io: GitIo, oid: string): Promise<string> {
  let text = '';
  const out = (part: string | Uint8Array): void => {
    text += typeof part === 'string' ? part : decodeUtf8(part);
  };
  await gitShow(['--stat', '--no-notes', oid], { ...io, out });
  return text.replaceAll(/^(.*)\n/gm, (_, line: string) => (line === '' ? '#\n' : `# ${line}\n`));
}

/** Keeps a note, or removes the one there is if it is empty. */
async function keep(notes: Notes, oid: string, text: string, verb: string, allowEmpty: boolean): Promise<void> {
  if (text !== '' || allowEmpty) {
    notes.known.set(oid, text);
    return save(notes, `Notes added by 'git notes ${verb}'`);
  }
  notes.context.io.err(`Removing note for object ${oid}\n`);
  if (notes.known.delete(oid)) await save(notes, `Notes removed by 'git notes ${verb}'`);
}

const add: Verb = async (notes, args) => {
  const options = readOptions(args, WORDS);
  const { context, known } = notes;
  if (options.rest.length > 1) throw tooMany();
  const given = await givenText(context, options);
  const oid = await objectAt(context, options.rest[0]);
  const own = known.get(oid);
  if (own !== undefined && !options.is('force')) {
    if (given === undefined) return edit(notes, args);
    throw new GitFailure(
      `Cannot add notes. Found existing notes for object ${oid}. Use '-f' to overwrite existing notes`,
      1,
    );
  }
  if (own !== undefined) context.io.err(`Overwriting existing notes for object ${oid}\n`);
  const edits = given === undefined || options.value('revise') !== undefined;
  const text = edits ? await editedText(context, oid, given ?? own ?? '') : given;
  await keep(notes, oid, text, 'add', options.is('allowEmpty'));
};

const changeNote =
  (verb: 'append' | 'edit'): Verb =>
  async (notes, args) => {
    const options = readOptions(args, WORDS);
    const { context, known } = notes;
    if (options.rest.length > 1) throw tooMany();
    const given = await givenText(context, options);
    if (verb === 'edit' && given !== undefined)
      context.io.err(
        "The -m/-F/-c/-C options have been deprecated for the 'edit' subcommand.\nPlease use 'git notes add -f -m/-F/-c/-C' instead.\n",
      );
    const oid = await objectAt(context, options.rest[0]);
    const own = known.get(oid);
    const before = given ?? (verb === 'edit' ? own : undefined) ?? '';
    const edits = given === undefined || options.value('revise') !== undefined;
    const text = edits ? await editedText(context, oid, before) : given;
    const full = verb === 'append' && own !== undefined ? own + (text === '' || own === '' ? '' : '\n') + text : text;
    await keep(notes, oid, full, verb, options.is('allowEmpty'));
  };
const edit = changeNote('edit');

const copy: Verb = async (notes, args) => {
  const { context, known } = notes;
  const options = readOptions(args, {
    flags: { force: '-f --force', stdin: '--stdin' },
    absent: '--for-rewrite',
  });
  const { rest } = options;
  if (options.is('stdin')) {
    if (rest.length > 0) throw tooMany();
    return copyListed(notes, options.is('force'));
  }
  if (rest.length === 0) throw new GitFailure('too few arguments', 129, 'error: ');
  if (rest.length > 2) throw tooMany();
  const from = await objectAt(context, rest[0]);
  const to = await objectAt(context, rest[1]);
  const text = known.get(from);
  if (known.has(to)) {
    if (!options.is('force'))
      throw new GitFailure(
        `Cannot copy notes. Found existing notes for object ${to}. Use '-f' to overwrite existing notes`,
        1,
      );
    context.io.err(`Overwriting existing notes for object ${to}\n`);
  }
  if (text === undefined) throw new GitFailure(`missing notes on source object ${from}. Cannot copy.`, 1);
  known.set(to, text);
  await save(notes, "Notes added by 'git notes copy'");
};

/** Copies notes between the pairs of objects on standard input. */
async function copyListed(notes: Notes, force: boolean): Promise<number> {
  const { context, known } = notes;
  let code = 0;
  let changed = false;
  for (const line of await namesOnInput(context.io)) {
    const [source, target] = line.split(/\s+/);
    if (!source || !target) throw new GitFailure(`malformed input line: '${line}'.`);
    const [from, to] = [await objectAt(context, source), await objectAt(context, target)];
    const [text, own] = [known.get(from), known.get(to)];
    if (own !== undefined && !force) {
      context.io.err(`error: failed to copy notes from '${source}' to '${target}'\n`);
      code = 1;
    } else if (text !== own) {
      changed = true;
      if (text === undefined) known.delete(to);
      else known.set(to, text);
    }
  }
  if (changed) await save(notes, "Notes added by 'git notes copy'");
  return code;
}

const remove: Verb = async (notes, args) => {
  const { context, known } = notes;
  const options = readOptions(args, { flags: { ignoreMissing: '--ignore-missing', stdin: '--stdin' } });
  const given = options.is('stdin')
    ? [...options.rest, ...(await namesOnInput(context.io))]
    : options.rest.length > 0
      ? options.rest
      : ['HEAD'];
  let code = 0;
  let removed = false;
  for (const name of given) {
    const oid = await findObject(context, name);
    const found = oid !== undefined && known.delete(oid);
    removed ||= found;
    if (found) context.io.err(`Removing note for object ${name}\n`);
    else if (oid === undefined) context.io.err(`error: Failed to resolve '${name}' as a valid ref.\n`);
    else context.io.err(`Object ${name} has no note\n`);
    if (!found && (oid === undefined || !options.is('ignoreMissing'))) code = 1;
  }
  if (code === 0 && removed) await save(notes, "Notes removed by 'git notes remove'");
  return code;
};

const prune: Verb = async (notes, args) => {
  const { context, known } = notes;
  const options = readOptions(args, { flags: { dry: '-n --dry-run', verbose: '-v --verbose' } });
  if (options.rest.length > 0) throw tooMany();
  const gone: string[] = [];
  for (const oid of known.keys()) if (!(await context.objects.find(oid))) gone.push(oid);
  if (options.is('dry') || options.is('verbose')) context.io.out(gone.map((oid) => `${oid}\n`).join(''));
  if (gone.length === 0 || options.is('dry')) return;
  for (const oid of gone) known.delete(oid);
  await save(notes, "Notes removed by 'git notes prune'");
};

const merge: Verb = async (notes, args) => {
  const options = readOptions(args, {
    flags: { commit: '--commit', abort: '--abort', quiet: '-q --quiet', verbose: '-v --verbose' },
    values: { strategy: '-s --strategy' },
  });
  const { context, ref, tip, known } = notes;
  const strategy = options.value('strategy');
  const kinds = [options.is('commit'), options.is('abort'), strategy !== undefined].filter(Boolean).length;
  if (kinds > 1) throw new GitFailure('cannot mix --commit, --abort or -s/--strategy', 129, 'error: ');
  const ends = options.is('commit') || options.is('abort');
  if (!ends && options.rest.length !== 1) throw new GitFailure('must specify a notes ref to merge', 129, 'error: ');
  if (ends && options.rest.length > 0) throw tooMany();
  if (options.is('commit')) return commitNotesMerge(context);
  if (options.is('abort')) return abortNotesMerge(context);
  const [other = ''] = options.rest;
  return mergeNotes(context, { ref, tip, known, strategy, quiet: options.is('quiet') }, other);
};

const getRef: Verb = async ({ context, ref }, args) => {
  if (readOptions(args, {}).rest.length > 0) throw tooMany();
  context.io.out(`${ref}\n`);
};

const VERBS: ReadonlyMap<string, Verb> = new Map([
  ['add', add],
  ['append', changeNote('append')],
  ['copy', copy],
  ['edit', edit],
  ['get-ref', getRef],
  ['list', list],
  ['merge', merge],
  ['prune', prune],
  ['remove', remove],
  ['show', show],
]);

/** Notes on objects, kept under a ref. */
export const notes: GitCommand = async (args, io) => {
  const before = readOptions(args, { values: { ref: '--ref' }, stopEarly: true });
  const [first = 'list', ...others] = before.rest;
  const verb = VERBS.get(first);
  if (!verb) throw new GitFailure(`unknown subcommand: \`${first}'`, 129, 'error: ');
  const context = await openContext(io);
  const ref = notesRef(context, before.value('ref'));
  const tip = await context.refs.resolve(ref);
  const known = tip === undefined ? new Map<string, string>() : await readNotes(context, tip);
  return verb({ context, ref, tip, known }, others);
};

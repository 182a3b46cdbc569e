import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { openContext } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import type { GitCommand, GitIo } from '../setup/git-io';
import { cleanMessage, joinParagraphs } from '../message/message';
import { mergeNotes } from '../message/merge-notes';
import { namesOnInput } from '../terminal/names-on-input';
import { notesRef, readNotes, writeNotes } from '../message/notes';
import { readOptions } from '../terminal/options';
import { findObject } from '../refs/revision';
import { gitShow } from './show';

/** What `git show --stat` says of an object, as comments. */
async function objectAsComment(io: GitIo, oid: string): Promise<string> {
  let text = '';
  const listen = {
    ...io,
    out: (part: string | Uint8Array) => (text += typeof part === 'string' ? part : decodeUtf8(part)),
  };
  await gitShow(['--stat', '--no-notes', oid], { ...listen, out: (part) => void listen.out(part) });
  return text.replaceAll(/^(.*)\n/gm, (_, line: string) => (line === '' ? '#\n' : `# ${line}\n`));
}

const VERBS = new Set(['add', 'append', 'copy', 'edit', 'get-ref', 'list', 'merge', 'prune', 'remove', 'show']);

/** How many objects some of them are told of at most. */
const MOST_NAMES: Readonly<Record<string, number>> = { add: 1, append: 1, copy: 2, edit: 1, list: 1, show: 1 };

export const notes: GitCommand = async (args, io) => {
  const before = readOptions(args, { values: { ref: '--ref' }, stopEarly: true });
  const [first = 'list', ...others] = before.rest;
  const options = readOptions(others, {
    flags: {
      dry: '-n --dry-run',
      verbose: '-v --verbose',
      force: '-f --force',
      allowEmpty: '--allow-empty',
      ignoreMissing: '--ignore-missing',
      stdin: '--stdin',
    },
    values: { message: '-m --message', file: '-F --file', reuse: '-C --reuse-message', strategy: '-s --strategy' },
  });
  if (!VERBS.has(first)) throw new GitFailure(`unknown subcommand: \`${first}'`, 129, 'error: ');
  const most = MOST_NAMES[first];
  if (most !== undefined && options.rest.length > most) throw new GitFailure('too many arguments', 129, 'error: ');
  const context = await openContext(io);
  const ref = notesRef(context, before.value('ref'));
  const tip = await context.refs.resolve(ref);
  const known = tip === undefined ? new Map<string, string>() : await readNotes(context, tip);
  const objectAt = async (name = 'HEAD'): Promise<string> => {
    const oid = await findObject(context, name);
    if (oid === undefined) throw new GitFailure(`failed to resolve '${name}' as a valid ref.`);
    return oid;
  };
  const aimless = ['merge', 'prune', 'get-ref', 'remove'].includes(first) || options.is('stdin');
  const target =
    aimless || (first === 'list' && options.rest.length === 0)
      ? ''
      : await objectAt(first === 'copy' ? options.rest[1] : options.rest[0]);
  const save = (message: string) => writeNotes(context, ref, known, message);
  const own = known.get(target);
  switch (first) {
    case 'list':
      for (const [oid, text] of known)
        if (options.rest.length === 0) io.out(`${context.objects.hash('blob', encodeUtf8(text))} ${oid}\n`);
      if (options.rest.length > 0 && own !== undefined) io.out(`${context.objects.hash('blob', encodeUtf8(own))}\n`);
      if (options.rest.length > 0 && own === undefined) throw new GitFailure(`no note found for object ${target}.`, 1);
      return;
    case 'show':
      if (own === undefined) throw new GitFailure(`no note found for object ${target}.`, 1);
      return io.out(own);
    case 'add':
    case 'append':
    case 'edit': {
      if (first === 'add' && own !== undefined && !options.is('force'))
        throw new GitFailure(
          `Cannot add notes. Found existing notes for object ${target}. Use '-f' to overwrite existing notes`,
          1,
        );
      if (first === 'edit' && (options.values('message').length > 0 || options.value('file') !== undefined))
        io.err(
          "The -m/-F/-c/-C options have been deprecated for the 'edit' subcommand.\nPlease use 'git notes add -f -m/-F/-c/-C' instead.\n",
        );
      if (first === 'add' && own !== undefined) io.err(`Overwriting existing notes for object ${target}\n`);
      const given = options.values('message');
      const file = options.value('file');
      const reused = options.value('reuse');
      const text =
        given.length > 0
          ? joinParagraphs(given)
          : reused !== undefined
            ? decodeUtf8((await context.objects.read(await objectAt(reused), 'blob')).data)
            : file === undefined
              ? await editInEditor(
                  context,
                  'NOTES_EDITMSG',
                  `${own ?? ''}\n#\n# Write/edit the notes for the following object:\n#\n${await objectAsComment(io, target)}`,
                ).catch(notGiven)
              : decodeUtf8(file === '-' ? await io.input() : await io.fs.readFile(resolveFrom(io.cwd, file)));
      const clean = reused === undefined ? cleanMessage(text) : text;
      const full = first === 'append' && own !== undefined ? `${own.trimEnd()}\n\n${clean}` : clean;
      if (full === '' && !options.is('allowEmpty')) {
        io.err(`Removing note for object ${target}\n`);
        if (!known.delete(target)) return;
        return save(`Notes removed by 'git notes ${first}'`);
      }
      known.set(target, full);
      return save(`Notes added by 'git notes ${first}'`);
    }
    case 'copy': {
      if (options.is('stdin')) {
        for (const line of await namesOnInput(io)) {
          const [source = '', to = ''] = line.split(/\s+/);
          const text = known.get(await objectAt(source));
          if (text !== undefined) known.set(await objectAt(to), text);
        }
        return save("Notes added by 'git notes copy'");
      }
      const from = await objectAt(options.rest[0]);
      const text = known.get(from);
      if (text === undefined)
        throw new GitFailure(`missing notes on source object ${from}. Cannot copy.`, 1, 'error: ');
      if (own !== undefined && !options.is('force'))
        throw new GitFailure(
          `Cannot copy notes. Found existing notes for object ${target}. Use '-f' to overwrite existing notes`,
          1,
          'error: ',
        );
      if (own !== undefined) io.err(`Overwriting existing notes for object ${target}\n`);
      known.set(target, text);
      return save("Notes added by 'git notes copy'");
    }
    case 'prune': {
      const gone: string[] = [];
      for (const oid of known.keys()) if (!(await context.objects.find(oid))) gone.push(oid);
      if (options.is('dry') || options.is('verbose')) io.out(gone.map((oid) => `${oid}\n`).join(''));
      if (gone.length === 0 || options.is('dry')) return;
      for (const oid of gone) known.delete(oid);
      return save("Notes removed by 'git notes prune'");
    }
    case 'get-ref':
      return io.out(`${ref}\n`);
    case 'merge':
      return mergeNotes(context, { ref, tip, known, strategy: options.value('strategy') }, options.rest);
    case 'remove': {
      const names = options.is('stdin') ? await namesOnInput(io) : options.rest.length > 0 ? options.rest : ['HEAD'];
      let code = 0;
      let removed = false;
      for (const name of names) {
        const found = known.delete(await objectAt(name));
        removed ||= found;
        if (found) io.err(`Removing note for object ${name}\n`);
        else {
          io.err(`Object ${name} has no note\n`);
          if (!options.is('ignoreMissing')) code = 1;
        }
      }
      if (code === 0 && removed) await save("Notes removed by 'git notes remove'");
      return code;
    }
  }
};

/** What git says if no editor gave a note. */
function notGiven(error: unknown): never {
  if (!(error instanceof GitFailure)) throw error;
  const [reason = ''] = error.message.split('\n');
  throw new GitFailure(
    `${reason}\nfatal: please supply the note contents using either -m or -F option`,
    128,
    'error: ',
  );
}

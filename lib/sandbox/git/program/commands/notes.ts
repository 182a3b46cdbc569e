import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { openContext } from '../context';
import { editInEditor } from '../editor';
import type { GitCommand } from '../git-io';
import { cleanMessage, joinParagraphs } from '../message';
import { notesRef, readNotes, writeNotes } from '../notes';
import { readOptions } from '../options';
import { resolveObject } from '../revision';

const VERBS = ['add', 'append', 'copy', 'edit', 'get-ref', 'list', 'prune', 'remove', 'show'];

export const notes: GitCommand = async (args, io) => {
  const before = readOptions(args, { values: { ref: '--ref' }, stopEarly: true });
  const [first = 'list', ...others] = before.rest;
  const options = readOptions(others, {
    absent: '--stdin -C --reuse-message',
    flags: {
      dry: '-n --dry-run',
      verbose: '-v --verbose',
      force: '-f --force',
      allowEmpty: '--allow-empty',
      ignoreMissing: '--ignore-missing',
    },
    values: { message: '-m --message', file: '-F --file' },
  });
  if (!VERBS.includes(first))
    throw new GitFailure(`notes ${first} is not supported in this sandbox; ${VERBS.join(', ')} are`, 2);
  const context = await openContext(io);
  const ref = notesRef(context, before.value('ref'));
  const tip = await context.refs.resolve(ref);
  const known = tip === undefined ? new Map<string, string>() : await readNotes(context, tip);
  const target = await resolveObject(context, (first === 'copy' ? options.rest[1] : options.rest[0]) ?? 'HEAD').catch(
    (error: unknown) => {
      if (first === 'list' && options.rest.length === 0) return '';
      throw error;
    },
  );
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
      const text =
        given.length > 0
          ? joinParagraphs(given)
          : file === undefined
            ? await editInEditor(
                context,
                'NOTES_EDITMSG',
                `${own ?? ''}\n# Write/edit the notes for the following object:\n`,
              )
            : decodeUtf8(file === '-' ? await io.input() : await io.fs.readFile(resolveFrom(io.cwd, file)));
      const clean = cleanMessage(text);
      known.set(target, first === 'append' && own !== undefined ? `${own.trimEnd()}\n\n${clean}` : clean);
      return save(`Notes added by 'git notes ${first}'`);
    }
    case 'copy': {
      const from = await resolveObject(context, options.rest[0] ?? 'HEAD');
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
    case 'remove':
      if (!known.delete(target)) throw new GitFailure(`Object ${options.rest[0] ?? 'HEAD'} has no note`, 1, '');
      io.err(`Removing note for object ${options.rest[0] ?? 'HEAD'}\n`);
      return save("Notes removed by 'git notes remove'");
  }
};

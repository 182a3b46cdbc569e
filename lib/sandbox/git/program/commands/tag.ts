import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { isRefName } from '../../store/refs';
import { writeTag } from '../../store/tag';
import { openContext } from '../setup/context';
import { editInEditor } from '../terminal/editor';
import type { GitCommand } from '../setup/git-io';
import { globPattern } from '../setup/glob';
import { cleanMessage, joinParagraphs } from '../message/message';
import { columnSetting, inColumns } from '../terminal/columns';
import { readOptions } from '../terminal/options';
import { committerOf } from '../people/people';
import { refFilter, warnOfBroken } from '../refs/ref-filter';
import { refFormatter, refInfo, sortRefs } from '../log/ref-format';
import { findObject } from '../refs/revision';
import { deleteRef, updateRef } from '../refs/update-refs';

export const tag: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      list: '-l --list',
      remove: '-d --delete',
      annotate: '-a --annotate',
      force: '-f --force',
      ignoreCase: '-i --ignore-case',
      sign: '-s --sign',
      noSign: '--no-sign',
      plain: '--no-column',
      verify: '-v --verify',
      edit: '-e --edit',
      reflog: '--create-reflog',
    },
    values: {
      message: '-m --message',
      file: '-F --file',
      sort: '--sort',
      format: '--format',
      pointsAt: '--points-at',
      cleanup: '--cleanup',
      signer: '-u --local-user',
    },
    optional: { lines: '-n', column: '--column', color: '--color' },
    atEnd: {
      contains: '--contains --with',
      noContains: '--no-contains --without',
      merged: '--merged',
      noMerged: '--no-merged',
    },
  });
  const context = await openContext(io);
  const { is, value, rest } = options;
  if (is('verify')) {
    for (const name of rest) {
      const oid = await context.refs.resolve(`refs/tags/${name}`);
      if (oid === undefined) throw new GitFailure(`tag '${name}' not found.`, 1);
      const { kind } = await context.objects.read(oid);
      if (kind !== 'tag') throw new GitFailure(`${name}: cannot verify a non-tag object of type ${kind}.`, 1);
      const { data } = await context.objects.read(oid);
      if (value('format') === undefined) io.out(data);
      throw new GitFailure('no signature found', 1);
    }
  }
  const signing = options.last('sign', 'signer', 'noSign');
  if (signing === 'sign' || signing === 'signer')
    throw new GitFailure('tags cannot be signed in this sandbox: use -a', 128);
  if (is('remove')) {
    let code = 0;
    const done: string[] = [];
    for (const name of rest) {
      const oid = await context.refs.resolve(`refs/tags/${name}`);
      if (oid === undefined) {
        io.err(`error: tag '${name}' not found.\n`);
        code = 1;
        continue;
      }
      await deleteRef(context, `refs/tags/${name}`);
      done.push(`Deleted tag '${name}' (was ${oid.slice(0, 7)})\n`);
    }
    io.out(done.join(''));
    return code;
  }
  const filters = ['contains', 'noContains', 'merged', 'noMerged', 'pointsAt'] as const;
  const isMade = is('annotate') || is('sign') || is('force') || value('file') !== undefined;
  if (rest.length === 0 && isMade)
    throw new GitFailure('usage: git tag [-a | -s | -u <key-id>] <tagname> [<commit>]', 129);
  const asksList =
    is('list') ||
    rest.length === 0 ||
    value('lines') !== undefined ||
    filters.some((name) => value(name) !== undefined);
  const messages = options.values('message');
  if (asksList && messages.length === 0 && value('file') === undefined) {
    const globs = rest.map((glob) => globPattern(glob, { slashes: true, ignoreCase: is('ignoreCase') }));
    const fits = await refFilter(context, options);
    const infos = [];
    await warnOfBroken(context, 'refs/tags/');
    for (const ref of await context.refs.list('refs/tags/')) {
      const name = ref.name.slice('refs/tags/'.length);
      if (globs.length > 0 && !globs.some((glob) => glob.test(name))) continue;
      if (await fits(ref)) infos.push(await refInfo(context, ref));
    }
    const sort = value('sort') ?? context.config.get('tag.sort');
    const shown: string[] = [];
    const lines = value('lines');
    const fill = refFormatter(context, value('format') ?? '%(refname:short)');
    for (const info of await sortRefs(
      context,
      infos,
      options.values('sort').length > 0 ? options.values('sort') : sort === undefined ? [] : [sort],
    )) {
      const name = await fill(info);
      const message = info.tag?.message ?? info.commit?.message ?? '';
      const text = message
        .trim()
        .split('\n')
        .slice(0, Number(lines || 1))
        .join('\n    ');
      const isPlain = lines === undefined || lines === '0' || value('format') !== undefined;
      shown.push(isPlain ? name : `${name.padEnd(15)} ${text}`);
    }
    io.out(
      inColumns(shown, value('column') ?? (lines === undefined ? columnSetting(context, 'tag') : undefined), {
        padding: 2,
      }),
    );
    return;
  }
  const [name = '', start = 'HEAD'] = rest;
  const ref = `refs/tags/${name}`;
  if (!isRefName(ref) || name.startsWith('-')) throw new GitFailure(`'${name}' is not a valid tag name.`);
  const before = await context.refs.resolve(ref);
  if (before !== undefined && !is('force')) throw new GitFailure(`tag '${name}' already exists`);
  const object = await findObject(context, start);
  if (object === undefined) throw new GitFailure(`Failed to resolve '${start}' as a valid ref.`);
  if (signing === undefined && context.config.boolean('tag.gpgSign') === true)
    throw new GitFailure('tags cannot be signed in this sandbox, as tag.gpgSign wants: use --no-sign');
  let oid = object;
  const file = value('file');
  if (is('annotate') || messages.length > 0 || file !== undefined) {
    const given =
      messages.length > 0
        ? joinParagraphs(messages)
        : file === undefined
          ? undefined
          : decodeUtf8(file === '-' ? await io.input() : await io.fs.readFile(`${io.cwd}/${file}`));
    const text =
      given !== undefined && !is('edit')
        ? given
        : await editInEditor(
            context,
            'TAG_EDITMSG',
            `${given ?? ''}\n#\n# Write a message for tag:\n#   ${name}\n# Lines starting with '#' will be ignored.\n`,
          );
    const cleanup = value('cleanup') ?? 'strip';
    if (cleanup !== 'strip' && cleanup !== 'verbatim' && cleanup !== 'whitespace')
      throw new GitFailure(`Invalid cleanup mode ${cleanup}`);
    const message = cleanMessage(text, cleanup);
    if (message === '' && given === undefined) throw new GitFailure('no tag message?');
    const { kind } = await context.objects.read(object);
    if (kind === 'tag')
      io.err(
        `hint: You have created a nested tag. The object referred to by your new tag is\nhint: already a tag. If you meant to tag the object that it points to, use:\nhint: \nhint: \tgit tag -f ${name} ${start}^{}\nhint: Disable this message with "git config advice.nestedTag false"\n`,
      );
    oid = await writeTag(context.objects, { object, type: kind, tag: name, tagger: committerOf(context), message });
  }
  if (is('reflog')) await updateRef(context, ref, oid, `tag: tagging ${object.slice(0, 7)}`);
  else await context.refs.write(ref, oid);
  if (before !== undefined && before !== oid) io.out(`Updated tag '${name}' (was ${before.slice(0, 7)})\n`);
};

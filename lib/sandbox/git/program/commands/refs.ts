import { GitFailure } from '../../git-failure';
import { comparePaths } from '../../store/bytes';
import { peel } from '../../store/tag';
import { openContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { globPattern } from '../setup/glob';
import { namesOnInput } from '../terminal/names-on-input';
import { readOptions } from '../terminal/options';
import { NO_OID } from '../../store/refs';
import { refFilter, warnOfBroken } from '../refs/ref-filter';
import { refFormatter, refInfo, sortRefs } from '../log/ref-format';

/** A value quoted for a language. */
function quoted(text: string, language: 'shell' | 'perl' | 'python' | 'tcl' | undefined): string {
  if (language === 'shell') return `'${text.replaceAll("'", String.raw`'\''`)}'`;
  if (language === 'perl') return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`;
  if (language === 'python') return `'${text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}'`;
  return language === 'tcl' ? `"${text.replaceAll(/[[\]{}$\\"]/g, String.raw`\$&`)}"` : text;
}

export const forEachRef: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { shell: '-s --shell', perl: '-p --perl', python: '--python', tcl: '--tcl', ignoreCase: '--ignore-case' },
    values: { format: '--format', sort: '--sort', count: '--count', pointsAt: '--points-at' },
    optional: { color: '--color' },
    atEnd: { contains: '--contains', noContains: '--no-contains', merged: '--merged', noMerged: '--no-merged' },
  });
  const count = options.value('count');
  if (count !== undefined && !/^[-+]?\d+$/.test(count))
    throw new GitFailure("option `count' expects a numerical value", 129, 'error: ');
  const context = await openContext(io);
  const patterns = options.rest.map((text) => ({
    text: text.replace(/\/$/, ''),
    glob: globPattern(text, { slashes: false, ignoreCase: options.is('ignoreCase') }),
  }));
  const fits = await refFilter(context, options);
  const infos = [];
  await warnOfBroken(context);
  for (const ref of await context.refs.list()) {
    if (
      patterns.length > 0 &&
      !patterns.some(({ text, glob }) => ref.name === text || ref.name.startsWith(`${text}/`) || glob.test(ref.name))
    )
      continue;
    if (await fits(ref)) infos.push(await refInfo(context, ref));
  }
  const sorted = await sortRefs(context, infos, options.values('sort'));
  const fill = refFormatter(context, options.value('format') ?? '%(objectname) %(objecttype)\t%(refname)', {
    quote: (text) => quoted(text, options.last('shell', 'perl', 'python', 'tcl')),
    color: options.value('color'),
  });
  for (const info of sorted.slice(0, Number(options.value('count') ?? Infinity))) io.out(`${await fill(info)}\n`);
};

export const showRef: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      head: '--head',
      heads: '--heads --branches',
      tags: '--tags',
      deref: '-d --dereference',
      verify: '--verify',
      quiet: '-q --quiet',
    },
    optional: { hash: '-s --hash', abbrev: '--abbrev', excluding: '--exclude-existing' },
  });
  const { is } = options;
  const context = await openContext(io);
  if (options.value('excluding') !== undefined) {
    const known = new Set((await context.refs.list()).map(({ name }) => name));
    for (const line of await namesOnInput(io)) if (!known.has(line.replace(/^.*\s/, ''))) io.out(`${line}\n`);
    return;
  }
  const shortened = options.value('abbrev') === undefined ? 40 : 7;
  const digits = Number(options.value('hash') || options.value('abbrev') || shortened);
  const show = async (name: string, oid: string) => {
    if (is('quiet')) return;
    const line = (id: string, text: string) =>
      io.out(options.value('hash') !== undefined ? `${id.slice(0, digits)}\n` : `${id.slice(0, digits)} ${text}\n`);
    line(oid, name);
    const inner = is('deref') ? await peel(context.objects, oid) : oid;
    if (inner !== undefined && inner !== oid) line(inner, `${name}^{}`);
  };
  if (is('verify') && options.rest.length === 0) throw new GitFailure('--verify requires a reference');
  if (is('verify')) {
    for (const name of options.rest) {
      const oid = await context.refs.resolve(name);
      if (oid === undefined || !/^(?:refs\/|HEAD$)/.test(name)) {
        if (is('quiet')) return 1;
        throw new GitFailure(`'${name}' - not a valid ref`);
      }
      await show(name, oid);
    }
    return 0;
  }
  let count = 0;
  const head = is('head') ? await context.refs.resolve('HEAD') : undefined;
  if (head !== undefined) {
    count++;
    await show('HEAD', head);
  }
  const { refs, broken } = await context.refs.look();
  const bad = broken.filter(({ dangling }) => !dangling).map(({ name }) => ({ name, oid: NO_OID }));
  for (const { name, oid } of [...refs, ...bad].toSorted((a, b) => comparePaths(a.name, b.name))) {
    if (
      (is('heads') || is('tags')) &&
      !(is('heads') && name.startsWith('refs/heads/')) &&
      !(is('tags') && name.startsWith('refs/tags/'))
    )
      continue;
    if (options.rest.length > 0 && !options.rest.some((pattern) => name === pattern || name.endsWith(`/${pattern}`)))
      continue;
    count++;
    if (!(await context.objects.find(oid))) throw new GitFailure(`git show-ref: bad ref ${name} (${oid})`);
    await show(name, oid);
  }
  return count > 0 ? 0 : 1;
};

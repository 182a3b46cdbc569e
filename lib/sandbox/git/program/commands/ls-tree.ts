import { GitFailure } from '../../git-failure';
import { formatMode, GITLINK, readTree, TREE } from '../../store/tree';
import { openContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { inRepository, prefixOf, seenFrom } from '../setup/pathspec';
import { quotePath } from '../text/quote-path';
import { findObject, resolveTree } from '../refs/revision';

export const lsTree: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      recursive: '-r',
      folders: '-d',
      trees: '-t',
      long: '-l --long',
      names: '--name-only --name-status',
      ids: '--object-only',
      zero: '-z',
      fullName: '--full-name',
      fullTree: '--full-tree',
    },
    values: { format: '--format' },
    optional: { abbrev: '--abbrev' },
  });
  const { is } = options;
  for (const [one, written] of [
    ['names', '--name-only'],
    ['ids', '--object-only'],
  ] as const)
    if (is(one) && is('long'))
      throw new GitFailure(`option \`${written.slice(2)}' is incompatible with --long`, 129, 'error: ');
  const context = await openContext(io);
  const [name, ...given] = options.rest;
  if (name === undefined) throw new GitFailure('usage: git ls-tree [<options>] <tree-ish> [<path>...]', 129);
  if ((await findObject(context, name, 'tree')) === undefined) throw new GitFailure(`Not a valid object name ${name}`);
  const root = await resolveTree(context, name).catch(() => {
    throw new GitFailure('not a tree object');
  });
  const cwd = is('fullTree') ? context.root : io.cwd;
  const prefix = prefixOf(context, cwd);
  const paths = given.map((path) => inRepository(context, cwd, path) + (/[^./]\/+$/.test(path) ? '/' : ''));
  const digits = options.value('abbrev') === undefined ? 40 : Number(options.value('abbrev') || 7);
  const show = async (mode: number, oid: string, path: string) => {
    const above = prefix.startsWith(`${path}/`) ? prefix.slice(path.length + 1).split('/').length - 1 : -1;
    const own = above < 0 ? seenFrom(context, cwd, path) : above === 0 ? './' : '../'.repeat(above);
    const text = is('fullName') || is('fullTree') ? path : own;
    const shown = is('zero') ? text : quotePath(text, context);
    const end = is('zero') ? '\0' : '\n';
    const format = options.value('format');
    if (format !== undefined)
      return io.out(`${await formatted(format, { mode, oid: oid.slice(0, digits), shown }, oid)}${end}`);
    if (is('names')) return io.out(`${shown}${end}`);
    if (is('ids')) return io.out(`${oid.slice(0, digits)}${end}`);
    const kind = mode === TREE ? 'tree' : mode === GITLINK ? 'commit' : 'blob';
    const size = is('long')
      ? ` ${(kind === 'blob' ? String((await context.objects.blob(oid)).length) : '-').padStart(7)}`
      : '';
    io.out(`${formatMode(mode)} ${kind} ${oid.slice(0, digits)}${size}\t${shown}${end}`);
  };
  const formatted = async (
    format: string,
    { mode, oid, shown }: { mode: number; oid: string; shown: string },
    full: string,
  ): Promise<string> => {
    const kind = mode === TREE ? 'tree' : mode === GITLINK ? 'commit' : 'blob';
    const size = kind === 'blob' ? String((await context.objects.blob(full)).length) : '-';
    const values: Readonly<Record<string, string>> = {
      objectmode: formatMode(mode),
      objecttype: kind,
      objectname: oid,
      objectsize: size,
      'objectsize:padded': size.padStart(7),
      path: shown,
    };
    return format.replaceAll(/%(?:\(([^)]*)\)|x([0-9a-fA-F]{2})|(.))/g, (all, name?: string, hex?: string) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (all === '%%') return '%';
      const value = name === undefined ? undefined : values[name];
      if (value === undefined) throw new GitFailure(`bad ls-tree format: ${all}`);
      return value;
    });
  };
  const walk = async (tree: string, before: string): Promise<void> => {
    for (const { name, mode, oid } of await readTree(context.objects, tree)) {
      const path = before + name;
      const exact =
        paths.length === 0
          ? path.startsWith(prefix) || prefix.startsWith(`${path}/`)
          : paths.some(
              (wanted) =>
                wanted === '' || path === wanted || path.startsWith(wanted.endsWith('/') ? wanted : `${wanted}/`),
            );
      const below =
        paths.length === 0 ? prefix.startsWith(`${path}/`) : paths.some((wanted) => wanted.startsWith(`${path}/`));
      if (!exact && !below) continue;
      if (mode !== TREE) {
        if (exact && !is('folders')) await show(mode, oid, path);
        continue;
      }
      const descends = below || (is('recursive') && !is('folders')) || (is('recursive') && is('folders'));
      // `-t` also shows the folders on the way to what is wanted.
      const isShown = exact && !below && (!is('recursive') || is('trees') || is('folders'));
      if (isShown || (below && is('trees'))) await show(mode, oid, path);
      if (descends) await walk(oid, `${path}/`);
    }
  };
  await walk(root, '');
};

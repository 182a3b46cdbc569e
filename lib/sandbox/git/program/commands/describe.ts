import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { parseTag, peel } from '../../store/tag';
import { openContext, type Context } from '../setup/context';
import { candidates, nearestName, type NameRules } from '../log/describe-commit';
import type { GitCommand } from '../setup/git-io';
import { globPattern } from '../setup/glob';
import { readOptions } from '../terminal/options';
import { findCommit, findObject } from '../refs/revision';
import { decodeUtf8 } from '../../store/bytes';
import { standingOf } from '../commit/status-text';
import { readCommit } from '../../store/commit';
import { flattenTree } from '../../store/tree';
import { commitHistory } from '../refs/history';

export const describe: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      tags: '--tags',
      all: '--all',
      always: '--always',
      long: '--long',
      exact: '--exact-match',
      contains: '--contains',
      firstParent: '--first-parent',
      debug: '--debug',
    },
    values: { match: '--match', exclude: '--exclude', candidates: '--candidates' },
    optional: { dirty: '--dirty', broken: '--broken', abbrev: '--abbrev' },
  });
  const { is } = options;
  const context = await openContext(io);
  const digits = Number(options.value('abbrev') || 7);
  if (Number.isNaN(digits)) throw new GitFailure("option `abbrev' expects a numerical value", 129, 'error: ');
  const mark = options.value('dirty') ?? options.value('broken');
  const suffix = mark === undefined ? '' : await dirtyMark(context, mark || '-dirty');
  if (mark !== undefined && options.rest.length > 0)
    throw new GitFailure(
      `option '--${options.value('dirty') === undefined ? 'broken' : 'dirty'}' and commit-ishes cannot be used together`,
    );
  if (is('long') && options.value('abbrev') === '0')
    throw new GitFailure("options '--long' and '--abbrev=0' cannot be used together");
  const rules = {
    tags: is('tags'),
    all: is('all'),
    match: options.values('match'),
    exclude: options.values('exclude'),
  };
  const told = async (oid: string): Promise<string> => {
    const look = { onlyTags: !is('all'), isShort: !is('all') };
    if (is('contains')) return (await nameFrom(context, oid, look)) ?? fail(oid);
    const names = await candidates(context, rules);
    const own = names.get(oid);
    if (own !== undefined) return `${own.text}${is('long') ? `-0-g${oid.slice(0, digits)}` : ''}${suffix}`;
    if (is('exact') || options.value('candidates') === '0') throw new GitFailure(`no tag exactly matches '${oid}'`);
    const found = await nearestName(context, oid, names, is('firstParent'));
    if (!found && is('always')) return `${oid.slice(0, digits)}${suffix}`;
    if (!found)
      throw new GitFailure(
        names.size === 0
          ? await withoutNames(context, oid, rules)
          : `No tags can describe '${oid}'.\nTry --always, or create some tags.`,
      );
    return options.value('abbrev') === '0'
      ? `${found.text}${suffix}`
      : `${found.text}-${found.distance}-g${oid.slice(0, digits)}${suffix}`;
  };
  for (const given of options.rest.length > 0 ? options.rest : ['HEAD']) {
    const unborn = options.rest.length === 0 && (await headCommit(context)) === undefined;
    if (unborn) throw new GitFailure('No names found, cannot describe anything.');
    const oid = await findCommit(context, given);
    const blob = oid === undefined ? await findObject(context, given) : undefined;
    if (oid !== undefined) io.out(`${await told(oid)}\n`);
    else if (blob !== undefined && (await context.objects.find(blob))?.kind === 'blob')
      io.out(`${await describeBlob(context, blob, told)}\n`);
    else
      throw new GitFailure(
        blob === undefined ? `Not a valid object name ${given}` : `${given} is neither a commit nor blob`,
      );
  }
};

/** The first commit that has a file with some content, and its path; empty if none leads to it. */
async function describeBlob(context: Context, blob: string, told: (oid: string) => Promise<string>): Promise<string> {
  const head = await headCommit(context);
  const commits = [];
  for await (const commit of commitHistory(context, head === undefined ? [] : [head])) commits.push(commit);
  for (const { oid, tree } of commits.toReversed())
    for (const [path, entry] of await flattenTree(context.objects, tree))
      if (entry.oid === blob) return `${await told(oid)}:${path}`;
  return '';
}

async function withoutNames(context: Context, oid: string, rules: NameRules): Promise<string> {
  const light = rules.tags ? 0 : (await candidates(context, { ...rules, tags: true })).size;
  return light === 0
    ? 'No names found, cannot describe anything.'
    : `No annotated tags can describe '${oid}'.\nHowever, there were unannotated tags: try --tags.`;
}

function fail(oid: string): never {
  throw new GitFailure(`cannot describe '${oid}'`);
}

async function dirtyMark(context: Context, mark: string): Promise<string> {
  const { staged, changed, conflicts } = await standingOf(context, { renames: false, submodules: 'all' });
  const counts = changed.filter(({ inner }) => inner?.join() !== 'untracked content');
  return staged.length + counts.length + conflicts.length > 0 ? mark : '';
}

export const nameRev: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      all: '--all',
      always: '--always',
      annotate: '--annotate-stdin',
      stdin: '--stdin',
      only: '--name-only',
      tags: '--tags',
      undefinedOk: '--undefined',
      noUndefined: '--no-undefined',
    },
    values: { refs: '--refs', exclude: '--exclude' },
  });
  const context = await openContext(io);
  const lists = [options.is('all'), options.is('annotate') || options.is('stdin'), options.rest.length > 0];
  if (lists.filter(Boolean).length > 1) throw new GitFailure('Specify either a list, or --all, not both!', 129);
  const look = {
    onlyTags: options.is('tags'),
    isShort: options.is('only'),
    refs: options.values('refs').map((glob) => globPattern(glob, { slashes: true })),
    without: options.values('exclude').map((glob) => globPattern(glob, { slashes: true })),
  };
  if (options.is('stdin'))
    io.err(
      'warning: --stdin is deprecated. Please use --annotate-stdin instead, which is functionally equivalent.\nThis option will be removed in a future release.\n',
    );
  if (options.is('annotate') || options.is('stdin')) {
    let text = decodeUtf8(await io.input());
    for (const [oid] of text.matchAll(/\b[0-9a-f]{40}\b/g)) {
      const name = (await findCommit(context, oid)) === undefined ? undefined : await nameFrom(context, oid, look);
      if (name !== undefined) text = text.replace(oid, options.is('only') ? name : `${oid} (${name})`);
    }
    return io.out(text);
  }
  if (options.is('all')) {
    for (const oid of (await context.objects.all()).toSorted()) {
      if ((await context.objects.read(oid)).kind !== 'commit') continue;
      const name = await nameFrom(context, oid, look);
      if (name !== undefined) io.out(options.is('only') ? `${name}\n` : `${oid} ${name}\n`);
    }
    return;
  }
  for (const given of options.rest) {
    const oid = await findCommit(context, given);
    const object = oid === undefined ? await findObject(context, given) : undefined;
    if (object !== undefined && (await context.objects.find(object))) {
      io.out(options.is('only') ? 'undefined\n' : `${given} undefined\n`);
      continue;
    }
    if (oid === undefined) {
      io.err(`Could not get ${/^[0-9a-f]{40}$/.test(given) ? 'object' : 'sha1'} for ${given}. Skipping.\n`);
      continue;
    }
    const found = await nameFrom(context, oid, look);
    const isTag = (await context.refs.resolve(`refs/tags/${given}`)) !== oid && found?.endsWith(`tags/${given}^0`);
    const unnamed = options.is('noUndefined') ? (options.is('always') ? oid.slice(0, 7) : undefined) : 'undefined';
    const name = isTag ? found?.slice(0, -2) : (found ?? unnamed);
    if (name === undefined && !options.is('only')) io.out(`${given} `);
    if (name === undefined) throw new GitFailure(`cannot describe '${oid}'`);
    io.out(options.is('only') ? `${name}\n` : `${given} ${name}\n`);
  }
};

/** A name for a commit, relative to a ref that comes after it: `main~2`, `tags/v1^0`. */
async function nameFrom(
  context: Context,
  oid: string,
  {
    onlyTags,
    isShort,
    refs = [],
    without = [],
  }: { onlyTags: boolean; isShort: boolean; refs?: readonly RegExp[]; without?: readonly RegExp[] },
): Promise<string | undefined> {
  let best: { text: string; weight: number; tagged: boolean; time: number } | undefined;
  for (const ref of await context.refs.list(onlyTags ? 'refs/tags/' : 'refs/')) {
    const commit = await peel(context.objects, ref.oid, 'commit');
    const parts = ref.name.split('/');
    const ends = parts.map((_, at) => parts.slice(at).join('/'));
    const fits = (globs: readonly RegExp[]) => globs.some((glob) => ends.some((end) => glob.test(end)));
    if (commit === undefined || (refs.length > 0 && !fits(refs)) || fits(without)) continue;
    const tagged = ref.name.startsWith('refs/tags/');
    const short = tagged
      ? onlyTags && isShort
        ? ref.name.slice('refs/tags/'.length)
        : ref.name.slice('refs/'.length)
      : ref.name.replace(/^refs\/(?:heads\/)?/, '');
    const path = await pathTo(context, commit, oid);
    if (!path) continue;
    const base = ref.oid !== commit && path.steps === '' ? `${short}^0` : short;
    const time = await timeOf(context, ref.oid, commit);
    const better =
      !best ||
      (tagged && !best.tagged) ||
      // Of tags, the older one names better, even from further away; of branches, the nearer one.
      (tagged && best.tagged && (time < best.time || (time === best.time && path.weight < best.weight))) ||
      (!tagged && !best.tagged && (path.weight < best.weight || (path.weight === best.weight && time < best.time)));
    if (better) best = { text: `${base}${path.steps}`, weight: path.weight, tagged, time };
  }
  return best?.text;
}

/** When a tag was made, or the commit of a ref. */
async function timeOf(context: Context, oid: string, commit: string): Promise<number> {
  const { kind, data } = await context.objects.read(oid);
  return kind === 'tag' ? parseTag(data).tagger.time : (await readCommit(context.objects, commit)).committer.time;
}

/** The shortest path from one commit back to another. */
async function pathTo(
  context: Context,
  from: string,
  to: string,
): Promise<{ steps: string; weight: number } | undefined> {
  const seen = new Map<string, { steps: string; line: number; weight: number }>([
    [from, { steps: '', line: 0, weight: 0 }],
  ]);
  const waiting = [from];
  const text = ({ steps, line }: { steps: string; line: number }) => `${steps}${line === 0 ? '' : `~${line}`}`;
  for (let oid = waiting.shift(); oid !== undefined; oid = waiting.shift()) {
    const own = seen.get(oid);
    if (!own) continue;
    for (const [at, parent] of (await readCommit(context.objects, oid)).parents.entries()) {
      const next =
        at === 0
          ? { steps: own.steps, line: own.line + 1, weight: own.weight + 1 }
          : { steps: `${text(own)}^${at + 1}`, line: 0, weight: own.weight + 65_535 };
      const known = seen.get(parent);
      if (known && known.weight <= next.weight) continue;
      seen.set(parent, next);
      waiting.push(parent);
    }
  }
  const found = seen.get(to);
  return found && { steps: text(found), weight: found.weight };
}

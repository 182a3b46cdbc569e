import { GitFailure } from '../../git-failure';
import { readCommit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { parseTag } from '../../store/tag';
import { readTree, TREE } from '../../store/tree';
import { openContext, type Context } from '../setup/context';
import { formatDate } from '../people/dates';
import { convertText, diffDriver } from '../diff/diff-driver';
import { diffStyle } from '../diff/diff-style';
import { separates, type CommitLook } from '../log/commit-look';
import type { GitCommand } from '../setup/git-io';
import { commitLook, diffPart, wantedRefs, type LogOptions } from '../log/log-options';
import { pathspecs, wantedBy } from '../setup/pathspec';
import { findObject, revisionRange, selectCommits } from '../refs/revision';
import { commitHistory } from '../refs/history';
import { commitChanges, showCommit, type ShowRules } from '../log/show-commit';
import { splitArguments } from './diff';
import { readLogOptions } from '../log/read-log-options';
import { mergeRule, showLog } from './log';

/** Whether a commit changed any of the given paths. */
async function touches(context: Context, oid: string, rules: ShowRules): Promise<boolean> {
  const plain = { ...rules, style: { ...rules.style, shapes: [], silent: false }, otherwise: ['names'] as const };
  return (await commitChanges(context, await readCommit(context.objects, oid), plain)) !== undefined;
}

/** Who made a tag, and in some formats when. */
function taggerText({ name, email, ...when }: Signature, { format, date }: CommitLook): string {
  const who = `${name} <${email}>`;
  if (format === 'oneline') return '';
  if (format === 'medium') return `Tagger: ${who}\nDate:   ${formatDate(when, date)}\n`;
  if (format === 'fuller') return `Tagger:     ${who}\nTaggerDate: ${formatDate(when, date)}\n`;
  return `Tagger: ${who}\n`;
}

/** A file as its driver converts it. */
async function converted(context: Context, name: string, data: Uint8Array): Promise<Uint8Array> {
  const path = name.slice(name.indexOf(':') + 1);
  const { textconv } = await diffDriver(context, path);
  return textconv === undefined ? data : convertText(context, textconv, path, data);
}

/** The names in a tree, one a line. */
const namesIn = async (context: Context, oid: string): Promise<string> =>
  (await readTree(context.objects, oid)).map(({ name, mode }) => `${name}${mode === TREE ? '/' : ''}\n`).join('');

export const gitShow: GitCommand = async (args, io) => {
  const options: LogOptions = readLogOptions(args);
  const context = await openContext(io);
  // With a count, or for a reflog, it lists what `log` does.
  if (options.value('most') !== undefined || options.is('walkReflogs'))
    return showLog(io, options, { otherwise: ['patch'], merges: 'dense' });
  if (options.is('graph')) throw new GitFailure("options '--no-walk' and '--graph' cannot be used together");
  if (options.is('follow') && (options.paths?.length ?? 0) !== 1)
    throw new GitFailure('--follow requires exactly one pathspec');
  const plain = diffStyle(context, diffPart(options));
  const style = { ...plain, silent: plain.silent || options.is('quiet') };
  const look = await commitLook(context, options, style);
  const { revisions, paths } = await splitArguments(context, options.before, options.paths);
  const refs = ((await wantedRefs(context, options)) ?? []).map(({ name }) => name);
  const names = revisions.length + refs.length > 0 ? [...revisions, ...refs] : ['HEAD'];
  if (options.is('all')) names.push('HEAD');
  if (revisions.length + refs.length === 0 && (await context.refs.resolve('HEAD')) === undefined) {
    throw new GitFailure(
      `your current branch '${(await context.refs.target('HEAD'))?.replace('refs/heads/', '')}' does not have any commits yet`,
    );
  }
  const rules: ShowRules = {
    style,
    otherwise: ['patch'],
    wanted: wantedBy(pathspecs(context, io.cwd, paths)),
    merges: mergeRule(context, options, 'dense'),
  };
  let isFirst = true;
  const gap = () => {
    const text = isFirst || !separates(look.format) ? '' : style.zero ? '\0' : '\n';
    isFirst = false;
    return text;
  };
  let isFaulty = false;
  let differs = false;
  const told = new Set<string>();
  const onlyChanged = style.filter !== undefined || style.pick !== undefined;
  const showOne = async (oid: string, name: string): Promise<void> => {
    const found = await context.objects.read(oid);
    if (found.kind === 'blob') {
      const converts = options.is('askedTextconv') && style.textconv;
      return io.out(converts ? await converted(context, name, found.data) : found.data);
    }
    if (found.kind === 'commit') {
      if (paths.length > 0 && !(await touches(context, oid, rules))) return;
      if (told.has(oid)) return;
      told.add(oid);
      const commit = await readCommit(context.objects, oid);
      const changed = onlyChanged || options.is('exitCode') ? await commitChanges(context, commit, rules) : undefined;
      if (onlyChanged && changed === undefined && commit.parents.length < 2) return;
      differs ||= changed !== undefined;
      const text = await showCommit(context, commit, { ...look, source: name }, rules);
      if (style.shapes.includes('check')) isFaulty ||= Boolean(await commitChanges(context, commit, rules));
      return io.out(gap() + text);
    }
    if (found.kind === 'tree') {
      return io.out(`${isFirst ? '' : '\n'}tree ${name}\n\n${await namesIn(context, oid)}`);
    }
    const { tag, tagger, message, object } = parseTag(found.data);
    const when = tagger.time > 0 ? taggerText(tagger, look) : '';
    io.out(`${isFirst ? '' : '\n'}${look.paint('yellow', `tag ${tag}`)}\n${when}\n${message}`);
    isFirst = false;
    return showOne(object, name);
  };
  for (const name of names) {
    // The dots of a path are no range.
    const isRange = !/:.*\.\.\//.test(name) && revisionRange(name) !== undefined;
    if (isRange || /^\^|\^[@!]$/.test(name)) {
      const chosen = await selectCommits(context, name);
      for await (const { oid } of commitHistory(context, chosen?.include ?? [], { without: chosen?.exclude ?? [] }))
        await showOne(oid, oid);
      continue;
    }
    const oid = await findObject(context, name);
    if (oid === undefined) throw new GitFailure(`bad object ${name}`);
    if (!(await context.objects.find(oid))) throw new GitFailure(`bad object ${name}`);
    await showOne(oid, name);
  }
  return isFaulty ? 2 : options.is('exitCode') && differs ? 1 : 0;
};

import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText, writeText } from '../../git-fs';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { readCommit, type Commit } from '../../store/commit';
import { EMPTY_TREE } from '../../store/objects';
import { parseTag, peel } from '../../store/tag';
import { formatMode, GITLINK } from '../../store/tree';
import type { ChangedFile, FileVersion } from '../../diff/file-change';
import { changesBetweenTrees } from '../diff/sides';
import { openContext, type Context } from '../setup/context';
import { diffStyle } from '../diff/diff-style';
import type { GitCommand } from '../setup/git-io';
import { commitHistory } from '../refs/history';
import {
  chooseCommits,
  diffPart,
  LOG_FLAGS,
  LOG_OPTIONAL,
  LOG_VALUES,
  wantedRefs,
  type Chosen,
  type LogOptions,
} from '../log/log-options';
import { treeOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { wantedBy } from '../setup/pathspec';
import { quotePath } from '../text/quote-path';
import { findCommit, fullRef, revisionRange } from '../refs/revision';
import { selectHistory, type Listed } from '../log/select-commits';
import { prepareChanges } from '../diff/show-changes';
import { turnRound } from '../log/read-log-options';

/** The name and the object of a ref that is exported. */
interface Named {
  readonly name: string;
  readonly oid: string;
}

/** `fast-export`: history as a text that `fast-import` reads, here or in another program. */
export const fastExport: GitCommand = async (args, io) => {
  const options = readOptions(turnRound(args), {
    flags: {
      ...LOG_FLAGS,
      noData: '--no-data',
      fullTree: '--full-tree',
      done: '--use-done-feature',
      excluded: '--reference-excluded-parents',
      originals: '--show-original-ids',
      plain: '--fake-missing-tagger',
    },
    values: {
      ...LOG_VALUES,
      signed: '--signed-tags',
      filtered: '--tag-of-filtered-object',
      reencode: '--reencode',
      progress: '--progress',
      importMarks: '--import-marks',
      importMarksIf: '--import-marks-if-exists',
      exportMarks: '--export-marks',
    },
    optional: LOG_OPTIONAL,
    absent: '--anonymize --refspec --mark-tags',
  });
  const { is, value } = options;
  const context = await openContext(io);
  const marks = await readMarks(context, value('importMarks'), value('importMarksIf'));
  const known = new Set(marks.keys());
  const refs = await exportedRefs(context, options);
  // A ref that leads to no commit selects no history.
  const without = new Set<string>();
  for (const text of options.before)
    if ((await fullRef(context, text)) !== undefined && (await findCommit(context, text)) === undefined)
      without.add(text);
  const before = options.before.filter((text) => !without.has(text));
  const chosen = await chooseCommits(context, { ...options, before }, 'nothing');
  const sources = await sourcesOf(context, chosen, refs);
  const style = diffStyle(context, diffPart(options));
  // Parents come before their children, and with paths, parents are those that are left.
  const ordered: LogOptions = {
    ...options,
    is: (flag) => flag === 'topo' || flag === 'reverseOrder' || flag === 'parents' || options.is(flag),
  };
  const listed = await selectHistory(context, ordered, chosen, style);
  const renames = value('renames') !== undefined || value('copies') !== undefined ? style.renames : undefined;
  const exporter = new Exporter(context, marks, {
    wanted: wantedBy(chosen.specs),
    changes: async (changes) => prepareChanges(changes, { ...style, renames }),
    noData: is('noData'),
    fullTree: is('fullTree'),
    excluded: is('excluded'),
    originals: is('originals'),
  });
  if (is('done')) io.out('feature done\n');
  for (const one of listed)
    if (!known.has(one.commit.oid)) await exporter.commit(one, sources.get(one.commit.oid) ?? '');
  for (const { name, oid } of refs)
    if ((await context.objects.read(oid)).kind === 'commit' && sources.get(oid) !== name) exporter.reset(name, oid);
  for (const ref of refs.toReversed())
    if ((await context.objects.read(ref.oid)).kind !== 'commit') await exporter.tag(ref, value('filtered') ?? 'abort');
  if (is('done')) io.out('done\n');
  const file = value('exportMarks');
  if (file === undefined) return;
  const lines: string[] = [];
  for (const [oid, mark] of marks)
    if ((await context.objects.find(oid))?.kind === 'commit') lines.push(`:${mark} ${oid}\n`);
  await writeText(context.fs, resolveFrom(io.cwd, file), lines.join(''));
};

/** The refs that are named, in order, each once. */
async function exportedRefs(context: Context, options: LogOptions): Promise<Named[]> {
  const found = new Map<string, string>();
  const put = async (name: string) => {
    const full = name === 'HEAD' ? ((await context.refs.target('HEAD')) ?? 'HEAD') : await fullRef(context, name);
    const oid = full === undefined ? undefined : await context.refs.resolve(full);
    if (full !== undefined && oid !== undefined) found.set(full, oid);
  };
  for (const text of options.before) if (!text.startsWith('^')) await put(revisionRange(text)?.to ?? text);
  for (const { name, oid } of (await wantedRefs(context, options)) ?? []) found.set(name, oid);
  if (options.is('all')) await put('HEAD');
  return [...found].map(([name, oid]) => ({ name, oid }));
}

/** The ref from which each commit is first reached, by id. */
async function sourcesOf(context: Context, chosen: Chosen, refs: readonly Named[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { name, oid } of refs) {
    const commit = await peel(context.objects, oid, 'commit');
    if (commit !== undefined && !found.has(commit)) found.set(commit, name);
  }
  for (const oid of chosen.include) if (!found.has(oid)) found.set(oid, chosen.sources.get(oid) ?? 'HEAD');
  for await (const { oid, parents } of commitHistory(context, chosen.include, { without: chosen.exclude }))
    for (const parent of parents) if (!found.has(parent)) found.set(parent, found.get(oid) ?? '');
  return found;
}

async function readMarks(
  context: Context,
  file: string | undefined,
  optional: string | undefined,
): Promise<Map<string, number>> {
  const name = file ?? optional;
  const text = name === undefined ? '' : await readGitText(context.fs, resolveFrom(context.io.cwd, name));
  if (text === undefined && file !== undefined)
    throw new GitFailure(`cannot read '${file}': No such file or directory`);
  const found = new Map<string, number>();
  for (const line of (text ?? '').split('\n').filter(Boolean)) {
    const [, mark, oid] = /^:(\d+) ([0-9a-f]{40})$/.exec(line) ?? [];
    if (mark === undefined || oid === undefined) throw new GitFailure(`corrupt mark line: ${line}`);
    found.set(oid, Number(mark));
  }
  return found;
}

interface ExportRules {
  readonly wanted: (path: string) => boolean;
  /** Joins renames, if that was asked for. */
  readonly changes: (changes: ChangedFile[]) => Promise<ChangedFile[]>;
  readonly noData: boolean;
  readonly fullTree: boolean;
  readonly excluded: boolean;
  readonly originals: boolean;
}

/** Writes the commands of the stream, and gives each object in it a number. */
class Exporter {
  private last: number;

  constructor(
    private readonly context: Context,
    private readonly marks: Map<string, number>,
    private readonly rules: ExportRules,
  ) {
    this.last = Math.max(0, ...marks.values());
  }

  /** A commit with the blobs that are new in it. */
  async commit({ commit, parents }: Listed, ref: string): Promise<void> {
    const { excluded, fullTree } = this.rules;
    const [first] = parents;
    const isFollowed = first !== undefined && (this.marks.has(first) || excluded) && !fullTree;
    const before = isFollowed ? await treeOfCommit(this.context, first) : EMPTY_TREE;
    const all = await changesBetweenTrees(this.context, before, commit.tree, this.rules.wanted);
    const changes = await this.rules.changes(all);
    for (const { after } of changes) if (after) await this.blob(after);
    this.out(parents.length === 0 ? `reset ${ref}\n` : '');
    this.out(`commit ${ref}\nmark :${this.mark(commit.oid)}\n${this.original(commit.oid)}${await this.textOf(commit)}`);
    const links = parents.flatMap((oid) => {
      const mark = this.marks.get(oid);
      return mark !== undefined ? [`:${mark}`] : excluded ? [oid] : [];
    });
    for (const [at, link] of links.entries()) this.out(`${at === 0 ? 'from' : 'merge'} ${link}\n`);
    this.out(`${fullTree ? 'deleteall\n' : ''}${changes.toSorted(deepestFirst).map(this.fileLine).join('')}\n`);
  }

  reset(name: string, oid: string): void {
    const mark = this.marks.get(oid);
    if (mark === undefined) this.out(`reset ${name}\nfrom ${'0'.repeat(40)}\n\n`);
    else this.out(`reset ${name}\nfrom :${mark}\n\n`);
  }

  /** An annotated tag; one of what is not exported is an error, left out or put on what is, as `filtered` says. */
  async tag({ name, oid }: Named, filtered: string): Promise<void> {
    const { kind, data } = await this.context.objects.read(oid);
    const told = (text: string) => this.context.io.err(`warning: ${text}\n`);
    if (kind !== 'tag')
      return told(`${name.replace(/^refs\/[^/]*\//, '')}: Unexpected object of type ${kind}, skipping.`);
    const { object, type, message } = parseTag(data);
    if (type !== 'commit')
      return told(`Omitting tag ${oid},\nsince tags of trees (or tags of tags, etc.) are not supported.`);
    const mark = this.marks.get(object) ?? (filtered === 'rewrite' ? await this.nearest(object) : undefined);
    if (mark === undefined && filtered === 'drop') return;
    if (mark === undefined)
      throw new GitFailure(`tag ${oid} tags unexported object; use --tag-of-filtered-object=<mode> to handle it`);
    const tagger = /^tagger .*\n/m.exec(decodeUtf8(data).split('\n\n', 1)[0] + '\n')?.[0] ?? '';
    this.out(
      `tag ${name.replace(/^refs\/tags\//, '')}\nfrom :${mark}\n${this.original(oid)}${tagger}${dataOf(message)}\n`,
    );
  }

  /** The number of the nearest ancestor that is exported, by first parents. */
  private async nearest(start: string): Promise<number | undefined> {
    for (let oid: string | undefined = start; oid !== undefined;) {
      const mark = this.marks.get(oid);
      if (mark !== undefined) return mark;
      oid = (await readCommit(this.context.objects, oid)).parents[0];
    }
    return undefined;
  }

  private out = (text: string | Uint8Array): void => {
    if (text.length > 0) this.context.io.out(text);
  };

  private mark(oid: string): number {
    this.marks.set(oid, ++this.last);
    return this.last;
  }

  private original = (oid: string): string => (this.rules.originals ? `original-oid ${oid}\n` : '');

  private async blob({ oid, mode }: FileVersion): Promise<void> {
    if (this.rules.noData || mode === GITLINK || this.marks.has(oid)) return;
    const data = await this.context.objects.blob(oid);
    this.out(`blob\nmark :${this.mark(oid)}\n${this.original(oid)}data ${data.length}\n`);
    this.out(data);
    this.out('\n');
  }

  /** The people and the message of a commit, as they are stored. */
  private async textOf({ oid }: Commit): Promise<string> {
    const text = decodeUtf8((await this.context.objects.read(oid, 'commit')).data);
    const cut = text.indexOf('\n\n');
    const [head, message] = cut < 0 ? [text, ''] : [text.slice(0, cut), text.slice(cut + 2)];
    const lines = head.split('\n').filter((line) => /^(?:author|committer|encoding) /.test(line));
    return `${lines.map((line) => `${line}\n`).join('')}${dataOf(message)}`;
  }

  private path = (path: string): string => quotePath(path, this.context, { spaces: true });

  private fileLine = ({ path, before, after, similarity, copied }: ChangedFile): string => {
    if (!after) return `D ${this.path(path)}\n`;
    const named = this.rules.noData || after.mode === GITLINK ? after.oid : `:${this.marks.get(after.oid)}`;
    const change = `M ${formatMode(after.mode)} ${named} ${this.path(path)}\n`;
    if (similarity === undefined || !before) return change;
    const isSame = before.oid === after.oid && before.mode === after.mode;
    return `${copied ? 'C' : 'R'} ${this.path(before.path)} ${this.path(path)}\n${isSame ? '' : change}`;
  };
}

const dataOf = (text: string): string => `data ${encodeUtf8(text).length}\n${text}`;

/** What is inside a folder comes before the folder's own name, and renames after what they would hide. */
function deepestFirst(a: ChangedFile, b: ChangedFile): number {
  const [one, other] = [a.before?.path ?? a.path, b.before?.path ?? b.path];
  const length = Math.min(one.length, other.length);
  const [x, y] = [one.slice(0, length), other.slice(0, length)];
  if (x !== y) return x < y ? -1 : 1;
  return other.length - one.length || Number(isRename(a)) - Number(isRename(b));
}

const isRename = ({ similarity, copied }: ChangedFile): boolean => similarity !== undefined && copied !== true;

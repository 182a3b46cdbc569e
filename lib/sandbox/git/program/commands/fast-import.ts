import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText, writeText } from '../../git-fs';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { formatPerson } from '../../store/person';
import { isPlainPath } from '../../store/plain-path';
import { NO_OID, isRefName } from '../../store/refs';
import { peel } from '../../store/tag';
import {
  entryAt,
  EXECUTABLE,
  FILE_MODE,
  flattenTree,
  formatMode,
  GITLINK,
  LINK,
  TREE,
  writeTree,
  type FileEntry,
} from '../../store/tree';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { FileSet } from '../worktree/file-set';
import { isAncestor } from '../refs/history';
import { firstPath, ImportStream } from '../transfer/import-stream';
import { treeOfCommit } from '../worktree/merge-into-work';
import { readOptions } from '../terminal/options';
import { unquotePath } from '../text/quote-path';
import { readExactDate } from '../people/exact-date';
import { readDate } from '../people/read-date';
import { findCommit, findObject } from '../refs/revision';
import { localZone } from '../people/dates';
import { deleteRef, updateRef } from '../refs/update-refs';

/** The modes that a file may have in the stream. */
const MODES: Readonly<Record<string, number>> = {
  '644': FILE_MODE,
  '100644': FILE_MODE,
  '755': EXECUTABLE,
  '100755': EXECUTABLE,
  '120000': LINK,
  '160000': GITLINK,
  '040000': TREE,
  '40000': TREE,
};

/** `fast-import`: makes history from a text that `fast-export`, here or in another program, wrote. */
export const fastImport: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      quiet: '--quiet --stats',
      force: '--force',
      done: '--done',
      unsafe: '--allow-unsafe-features',
      relative: '--relative-marks --no-relative-marks',
    },
    values: {
      dates: '--date-format',
      importMarks: '--import-marks',
      importMarksIf: '--import-marks-if-exists',
      exportMarks: '--export-marks',
      limits: '--max-pack-size --big-file-threshold --depth --active-branches --export-pack-edges --cat-blob-fd',
    },
  });
  const context = await openContext(io);
  const importer = new Importer(context, new ImportStream(await io.input()), {
    force: options.is('force'),
    needsDone: options.is('done'),
    dates: options.value('dates') ?? 'raw',
  });
  const [file, optional] = [options.value('importMarks'), options.value('importMarksIf')];
  if (file !== undefined) await importer.readMarks(file, true);
  if (optional !== undefined) await importer.readMarks(optional, false);
  const code = await importer.run();
  const exported = options.value('exportMarks');
  if (exported !== undefined) await importer.writeMarks(exported);
  return code;
};

/** A branch while it is built: its commit and the files in that. */
interface Branch {
  oid: string | undefined;
  files: FileSet;
  /** Whether the ref is to be deleted. */
  gone: boolean;
}

interface ImportRules {
  force: boolean;
  needsDone: boolean;
  dates: string;
}

class Importer {
  private readonly marks = new Map<number, string>();
  private readonly branches = new Map<string, Branch>();
  private readonly tags = new Map<string, string>();
  /** Whether a command came that is no setting. */
  private isBegun = false;

  constructor(
    private readonly context: Context,
    private readonly stream: ImportStream,
    private readonly rules: ImportRules,
  ) {}

  async readMarks(file: string, isNeeded: boolean): Promise<void> {
    const text = await readGitText(this.context.fs, resolveFrom(this.context.io.cwd, file));
    if (text === undefined && isNeeded) throw new GitFailure(`cannot read '${file}': No such file or directory`);
    for (const [, mark, oid = ''] of (text ?? '').matchAll(/^:(\d+) ([0-9a-f]{40})$/gm))
      this.marks.set(Number(mark), oid);
  }

  async writeMarks(file: string): Promise<void> {
    const lines = [...this.marks].toSorted(([a], [b]) => a - b).map(([mark, oid]) => `:${mark} ${oid}\n`);
    await writeText(this.context.fs, resolveFrom(this.context.io.cwd, file), lines.join(''));
  }

  /** Carries out all commands; the exit code. */
  async run(): Promise<number> {
    for (let line = this.stream.next(); line !== undefined; line = this.stream.next()) {
      if (line === 'done') {
        this.rules.needsDone = false;
        break;
      }
      await this.command(line);
    }
    if (this.rules.needsDone) throw new GitFailure('stream ends early');
    return (await this.saveRefs()) ? 0 : 1;
  }

  private async command(line: string): Promise<void> {
    const { context } = this;
    const [, verb = line, rest = ''] = /^(\S+)(?: (.*))?$/s.exec(line) ?? [];
    if (line !== '' && verb !== 'feature' && verb !== 'option') this.isBegun = true;
    else if (line !== '' && this.isBegun)
      throw new GitFailure(`Got ${verb} command '${rest.replace(/^git /, '')}' after data command`);
    if (line === '' || line === 'checkpoint') return line === '' ? undefined : void (await this.saveRefs());
    if (line === 'blob') {
      const mark = this.readMark();
      this.stream.after('original-oid');
      this.setMark(mark, await context.objects.write('blob', this.stream.data()));
    } else if (verb === 'commit') await this.commit(rest);
    else if (verb === 'tag') await this.tag(rest);
    else if (verb === 'reset') await this.reset(rest);
    else if (verb === 'progress') context.io.out(`${line}\n`);
    else if (line === 'alias') {
      const mark = this.readMark();
      this.setMark(mark, await this.commitNamed(this.stream.after('to') ?? ''));
    } else if (verb === 'get-mark') context.io.out(`${this.marked(rest)}\n`);
    else if (verb === 'cat-blob') await this.sayBlob(rest);
    else if (verb === 'ls') await this.sayEntry(rest);
    else if (verb === 'feature') await this.feature(rest);
    else if (verb === 'option') {
      if (rest.startsWith('git ') && rest !== 'git quiet' && rest !== 'git force')
        throw new GitFailure(`This version of fast-import does not support option: ${rest.slice(4)}`);
      if (rest === 'git force') this.rules.force = true;
    } else throw new GitFailure(`Unsupported command: ${line}`);
  }

  private async feature(text: string): Promise<void> {
    const [name, value = ''] = text.split(/=(.*)/s);
    if (name === 'done') this.rules.needsDone = true;
    else if (name === 'force') this.rules.force = true;
    else if (name === 'date-format') this.rules.dates = value;
    else if (/^(?:import-marks|import-marks-if-exists|export-marks)$/.test(name ?? ''))
      throw new GitFailure(`feature '${name}' forbidden in input without --allow-unsafe-features`);
    else if (!['get-mark', 'cat-blob', 'ls', 'notes', 'relative-marks', 'no-relative-marks'].includes(name ?? ''))
      throw new GitFailure(`This version of fast-import does not support feature ${text}.`);
  }

  private readMark(): number | undefined {
    const text = this.stream.after('mark');
    return text?.startsWith(':') ? Number(text.slice(1)) : undefined;
  }

  private setMark(mark: number | undefined, oid: string): void {
    if (mark !== undefined) this.marks.set(mark, oid);
  }

  private marked(text: string): string {
    const oid = this.marks.get(Number(text.slice(1)));
    if (oid === undefined) throw new GitFailure(`mark ${text} not declared`);
    return oid;
  }

  /** The object that a mark, a branch of this stream or a revision names. */
  private async named(text: string): Promise<string> {
    if (text.startsWith(':')) return this.marked(text);
    const own = this.branches.get(text)?.oid ?? (await findObject(this.context, text));
    if (own === undefined) throw new GitFailure(`Invalid ref name or SHA1 expression: ${text}`);
    return own;
  }

  private async commitNamed(text: string): Promise<string> {
    const oid = await this.named(text);
    const commit = (await peel(this.context.objects, oid, 'commit')) ?? (await findCommit(this.context, oid));
    if (commit === undefined) throw new GitFailure(`Not a commit: ${text}`);
    return commit;
  }

  private branch(ref: string): Branch {
    if (!isRefName(ref)) throw new GitFailure(`Branch name doesn't conform to GIT standards: ${ref}`);
    const found = this.branches.get(ref) ?? { oid: undefined, files: new FileSet(), gone: false };
    this.branches.set(ref, found);
    return found;
  }

  /** Puts a branch on a commit; on nothing if that is zeros. */
  private async start(branch: Branch, from: string): Promise<void> {
    branch.gone = /^0+$/.test(from);
    branch.oid = branch.gone ? undefined : await this.commitNamed(from);
    const { objects } = this.context;
    branch.files = new FileSet(
      branch.oid === undefined ? new Map() : await flattenTree(objects, await treeOfCommit(this.context, branch.oid)),
    );
  }

  private async reset(ref: string): Promise<void> {
    const branch = this.branch(ref);
    [branch.oid, branch.files, branch.gone] = [undefined, new FileSet(), false];
    const from = this.stream.after('from');
    if (from !== undefined) await this.start(branch, from);
  }

  private async commit(ref: string): Promise<void> {
    const { context, stream } = this;
    const branch = this.branch(ref);
    const mark = this.readMark();
    stream.after('original-oid');
    const author = stream.after('author');
    const committer = stream.after('committer');
    if (committer === undefined) throw new GitFailure("Expected committer but didn't get one");
    const encoding = stream.after('encoding');
    const message = decodeUtf8(stream.data());
    const from = stream.after('from');
    if (from !== undefined) await this.start(branch, from);
    const parents = branch.oid === undefined ? [] : [branch.oid];
    for (let merge = stream.after('merge'); merge !== undefined; merge = stream.after('merge'))
      parents.push(await this.commitNamed(merge));
    for (let line = stream.next(); ; line = stream.next()) {
      if (line !== undefined && (await this.changeFile(branch, line))) continue;
      if (line !== '') stream.putBack(line);
      break;
    }
    const tree = await writeTree(context.objects, branch.files.files);
    const head = [
      `tree ${tree}`,
      ...parents.map((oid) => `parent ${oid}`),
      `author ${this.person(author ?? committer)}`,
      `committer ${this.person(committer)}`,
      ...(encoding === undefined ? [] : [`encoding ${encoding}`]),
    ];
    branch.oid = await context.objects.write('commit', encodeUtf8(`${head.join('\n')}\n\n${message}`));
    branch.gone = false;
    this.setMark(mark, branch.oid);
  }

  /** Carries out a line about a file of a commit; false if the line is none. */
  private async changeFile({ files }: Branch, line: string): Promise<boolean> {
    const [, verb = '', rest = ''] = /^(M|D|C|R|N) (.*)$/s.exec(line) ?? [];
    if (line === 'deleteall') files.remove('');
    else if (verb === 'M') await this.modify(files, rest);
    else if (verb === 'D') files.remove(unquotePath(rest));
    else if (verb === 'C' || verb === 'R') {
      const { path: from, rest: target } = firstPath(rest);
      const to = checked(unquotePath(target));
      const moved = files.below(from);
      if (moved.length === 0) throw new GitFailure(`Path ${from} not in branch`);
      if (verb === 'R') files.remove(from);
      files.remove(to);
      for (const [path, entry] of moved) files.put(`${to}${path.slice(from.length)}`, entry);
    } else if (verb === 'N') {
      const [, data = '', commit = ''] = /^(\S+) (.+)$/s.exec(rest) ?? [];
      const blob = await this.contents(data);
      const at = await this.commitNamed(commit);
      if (blob === NO_OID) files.remove(at);
      else files.put(at, { mode: FILE_MODE, oid: blob });
    } else if (line.startsWith('ls ')) await this.sayEntry(line.slice('ls '.length), files.files);
    else if (line.startsWith('cat-blob ')) await this.sayBlob(line.slice('cat-blob '.length));
    else return false;
    return true;
  }

  /** The blob that a mark or an id names, or whose data follows. */
  private async contents(named: string): Promise<string> {
    if (named === 'inline') return this.context.objects.write('blob', this.stream.data());
    return named.startsWith(':') ? this.marked(named) : named;
  }

  private async modify(files: FileSet, text: string): Promise<void> {
    const [, written = '', named = '', rest = ''] = /^(\d+) (\S+) (.*)$/s.exec(text) ?? [];
    const mode = MODES[written];
    if (mode === undefined) throw new GitFailure(`Corrupt mode: M ${text}`);
    const path = unquotePath(rest);
    const oid = await this.contents(named);
    if (mode !== GITLINK && !(await this.context.objects.find(oid)))
      throw new GitFailure(`${mode === TREE ? 'Tree' : 'Blob'} not found: M ${text}`);
    if (mode !== TREE) return files.put(checked(path), { mode, oid });
    files.remove(path);
    for (const [inner, entry] of await flattenTree(this.context.objects, oid))
      files.put(path === '' ? inner : `${checked(path)}/${inner}`, entry);
  }

  /** A person with the moment in the form in which git stores it. */
  private person(text: string): string {
    const [, who = '', when = ''] = /^(.*>) ?(.*)$/s.exec(text) ?? [];
    if (who === '' || !who.includes('<')) throw new GitFailure(`Missing < in ident string: ${text}`);
    const { dates } = this.rules;
    const isRaw = /^\d+ [+-]\d{4}$/.test(when);
    if (dates.startsWith('raw') && !isRaw) throw new GitFailure(`Invalid raw date "${when}" in ident: ${text}`);
    if (isRaw && dates.startsWith('raw')) return `${who} ${when}`;
    const now = Math.floor(Date.now() / 1000);
    const exact = dates === 'now' ? { time: now, zone: localZone(now) } : readExactDate(when);
    const moment = exact ?? { time: Math.floor(readDate(when)), zone: localZone(now) };
    return `${who} ${formatPerson({ name: '', email: '', ...moment }).replace(/^ <> /, '')}`;
  }

  private async tag(name: string): Promise<void> {
    const { context, stream } = this;
    const mark = this.readMark();
    const from = stream.after('from');
    if (from === undefined) throw new GitFailure('Expected from command, got nothing');
    stream.after('original-oid');
    const tagger = stream.after('tagger');
    const message = decodeUtf8(stream.data());
    const object = await this.named(from);
    const { kind } = await context.objects.read(object);
    const lines = [`object ${object}`, `type ${kind}`, `tag ${name}`];
    if (tagger !== undefined) lines.push(`tagger ${this.person(tagger)}`);
    const oid = await context.objects.write('tag', encodeUtf8(`${lines.join('\n')}\n\n${message}`));
    this.tags.set(`refs/tags/${name}`, oid);
    this.setMark(mark, oid);
  }

  private async sayBlob(named: string): Promise<void> {
    const oid = await this.contents(named);
    const { kind, data } = await this.context.objects.read(oid);
    this.context.io.out(`${oid} ${kind} ${data.length}\n`);
    this.context.io.out(data);
    this.context.io.out('\n');
  }

  /** `ls`: an entry of a commit, or within a commit that is being made of its files. */
  private async sayEntry(text: string, files?: ReadonlyMap<string, FileEntry>): Promise<void> {
    const { objects, io } = this.context;
    const { path: named, rest } = files && text.startsWith('"') ? { path: '', rest: text } : firstPath(text);
    const path = unquotePath(rest);
    if (named !== '' && !/^(?::\d+|[0-9a-f]{40})$/.test(named)) throw new GitFailure(`Invalid dataref: ls ${text}`);
    const tree = named === '' && files ? await writeTree(objects, files) : await this.treeNamed(named);
    const entry = path === '' ? { mode: TREE, oid: tree } : await entryAt(objects, tree, path);
    const kind = entry?.mode === TREE ? 'tree' : entry?.mode === GITLINK ? 'commit' : 'blob';
    io.out(entry ? `${formatMode(entry.mode)} ${kind} ${entry.oid}\t${path}\n` : `missing ${path}\n`);
  }

  private async treeNamed(named: string): Promise<string> {
    const tree = await peel(this.context.objects, await this.named(named), 'tree');
    if (tree === undefined) throw new GitFailure(`Not a tree-ish: ${named}`);
    return tree;
  }

  /** Points the refs to what was made; false if one would lose commits, which then stays as it is. */
  private async saveRefs(): Promise<boolean> {
    const { context } = this;
    let isSaved = true;
    for (const [ref, { oid, gone }] of this.branches) {
      const before = await context.refs.resolve(ref);
      if (oid === undefined) {
        if (gone && before !== undefined) await deleteRef(context, ref);
        continue;
      }
      if (before !== undefined && !this.rules.force && !(await isAncestor(context, before, oid))) {
        context.io.err(`warning: Not updating ${ref} (new tip ${oid} does not contain ${before})\n`);
        isSaved = false;
        continue;
      }
      await updateRef(context, ref, oid, 'fast-import');
    }
    for (const [ref, oid] of this.tags) await updateRef(context, ref, oid, 'fast-import');
    return isSaved;
  }
}

/** A path of a tree that is one: no part of it leads elsewhere. */
function checked(path: string): string {
  if (!isPlainPath(path)) throw new GitFailure(`invalid path '${path}'`);
  return path;
}

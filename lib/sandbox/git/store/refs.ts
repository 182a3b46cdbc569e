import { GitFailure } from '../git-failure';
import { lookAt, makeFolder, readGitText, removeAll, writeText, type GitFs } from '../git-fs';
import { comparePaths } from './bytes';

export interface Ref {
  /** The full name, such as `refs/heads/main`. */
  readonly name: string;
  readonly oid: string;
  /** The ref that it points to, if it is symbolic. */
  readonly target?: string;
  /** Whether it is only in the file of packed refs. */
  readonly packed?: boolean;
}

/** A ref that leads to nothing: its file holds no id, or the name of a ref that does not exist. */
export interface BrokenRef {
  readonly name: string;
  readonly dangling: boolean;
}

/** A change of a ref; zeros stand for none, or for an old value that does not matter. */
interface RefChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Asks whether refs may change, and tells what became of it: the hook `reference-transaction` in githooks(5). */
export type RefGuard = (state: 'prepared' | 'committed' | 'aborted', changes: readonly RefChange[]) => Promise<boolean>;

export const NO_OID = '0'.repeat(40);

/** What git says if a file is locked. */
export const LOCKED = `Another git process seems to be running in this repository, e.g.
an editor opened by 'git commit'. Please make sure all processes
are terminated then try again. If it still fails, a git process
may have crashed in this repository earlier:
remove the file manually to continue.`;

/** A longer chain of symbolic refs counts as a cycle. */
const MOST_LINKS = 5;

/** The refs of a repository, in files of their own and in `packed-refs`. In a worktree, `gitdir` is the worktree's own. */
export class RefStore {
  constructor(
    private readonly fs: GitFs,
    private readonly gitdir: string,
  ) {}

  guard: RefGuard | undefined;
  private isChanging = false;

  private packedFile: { readonly text: string; readonly mark: string } | undefined;

  /** The file of a ref. Fails for a name that would lead elsewhere: repositories of others may contain any names. */
  private fileOf(name: string): string {
    if (!isSafeName(name)) throw new GitFailure(`refusing to update ref with bad name '${name}'`);
    return `${this.gitdir}/${name}`;
  }

  /** The object that a ref points to; undefined if the ref does not exist. */
  async resolve(name: string): Promise<string | undefined> {
    let at = name;
    for (let link = 0; link < MOST_LINKS; link++) {
      const text = await this.raw(at);
      const target = /^ref: (.+)$/.exec(text ?? '')?.[1];
      if (target === undefined) return /^[0-9a-f]{40}(?=\s|$)/.exec(text ?? '')?.[0];
      at = target;
    }
    return undefined;
  }

  /** The ref that a symbolic ref points to; undefined if it is not symbolic. */
  async target(name: string): Promise<string | undefined> {
    const text = isSafeName(name) ? await readGitText(this.fs, this.fileOf(name)) : undefined;
    return /^ref: (.+)$/.exec(text?.trim() ?? '')?.[1];
  }

  exists = async (name: string): Promise<boolean> => (await this.raw(name)) !== undefined;

  /** The refs below a prefix such as `refs/heads/`, by name. */
  list = async (prefix?: string): Promise<Ref[]> => (await this.look(prefix)).refs;

  /** The refs below a prefix, and those among them that lead to nothing, by name. */
  async look(prefix = 'refs/'): Promise<{ refs: Ref[]; broken: BrokenRef[] }> {
    const found = new Map<string, Ref>();
    for (const [name, oid] of await this.packed())
      if (name.startsWith(prefix) && isRefName(name)) found.set(name, { name, oid, packed: true });
    const broken: BrokenRef[] = [];
    for (const name of await this.loose(prefix.replace(/\/[^/]*$/, ''))) {
      if (!name.startsWith(prefix) || !isRefName(name)) continue;
      const [oid, target] = [await this.resolve(name), await this.target(name)];
      if (oid !== undefined) found.set(name, { name, oid, ...(target !== undefined && { target }) });
      else broken.push({ name, dangling: target !== undefined });
      if (oid === undefined) found.delete(name);
    }
    const byName = (a: { readonly name: string }, b: { readonly name: string }) => comparePaths(a.name, b.name);
    return { refs: [...found.values()].toSorted(byName), broken: broken.toSorted(byName) };
  }

  /** Makes changes as one, if the guard lets them be made; changes within it are part of it. */
  async inTransaction(changes: readonly RefChange[], run: () => Promise<void>): Promise<void> {
    const { guard } = this;
    if (!guard || this.isChanging) return run();
    this.isChanging = true;
    try {
      if (!(await guard('prepared', changes))) {
        await guard('aborted', changes);
        throw new GitFailure('ref updates aborted by hook');
      }
      await run();
      await guard('committed', changes);
    } finally {
      this.isChanging = false;
    }
  }

  /** `shown`: the name in failures, such as `HEAD` if that leads to the ref. */
  write(name: string, oid: string, shown = name): Promise<void> {
    return this.inTransaction([{ name, before: NO_OID, after: oid }], () => this.put(name, oid, shown));
  }

  private async put(name: string, oid: string, shown: string): Promise<void> {
    const path = this.fileOf(name);
    await this.mustBeFree(name, shown);
    for (let at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
      const outer = name.slice(0, at);
      if ((await this.raw(outer)) !== undefined) {
        throw new GitFailure(`cannot lock ref '${name}': '${outer}' exists; cannot create '${name}'`);
      }
    }
    if ((await lookAt(this.fs, path))?.type === 'directory') {
      const inner = await this.list(`${name}/`);
      if (inner[0])
        throw new GitFailure(`cannot lock ref '${name}': '${inner[0].name}' exists; cannot create '${name}'`);
      await removeAll(this.fs, path);
    }
    await makeFolder(this.fs, path.slice(0, path.lastIndexOf('/')));
    await writeText(this.fs, path, `${oid}\n`);
  }

  async link(name: string, target: string): Promise<void> {
    const path = this.fileOf(name);
    if (!isSafeName(target)) throw new GitFailure(`refusing to point ref to bad name '${target}'`);
    await this.mustBeFree(name);
    await makeFolder(this.fs, path.slice(0, path.lastIndexOf('/')));
    await writeText(this.fs, path, `ref: ${target}\n`);
  }

  async remove(name: string): Promise<void> {
    const changes = [{ name, before: NO_OID, after: NO_OID }];
    // git looks for the ref among the packed ones first, which is a transaction that changes nothing.
    if (!this.isChanging) await this.guard?.('aborted', changes);
    await this.inTransaction(changes, async () => {
      await this.mustBeFree(name);
      await removeAll(this.fs, this.fileOf(name));
      const packed = await this.packed();
      if (packed.delete(name)) await this.writePacked(packed);
      await this.dropEmptyFolders(`${this.gitdir}/${name}`);
    });
  }

  /** Fails if another program has locked a ref. */
  async mustBeFree(name: string, shown = name): Promise<void> {
    const lock = `${this.gitdir}/${name}.lock`;
    if (await lookAt(this.fs, lock))
      throw new GitFailure(`cannot lock ref '${shown}': Unable to create '${lock}': File exists.\n\n${LOCKED}`);
  }

  /**
   * Packs refs into `packed-refs`: tags and what was packed before, or all. `peeled`: what tags lead to. `prune`: whether
   * the files of the packed ones go.
   */
  async pack(peeled: ReadonlyMap<string, string>, { all = true, prune = true } = {}): Promise<void> {
    const packed = await this.packed();
    const own = (await this.list()).filter(
      ({ name, target }) => target === undefined && (all || name.startsWith('refs/tags/') || packed.has(name)),
    );
    // What is packed under a ref whose own file leads elsewhere stays.
    await this.writePacked(new Map([...packed, ...own.map(({ name, oid }) => [name, oid] as const)]), peeled);
    for (const { name } of prune ? own : []) {
      await removeAll(this.fs, `${this.gitdir}/${name}`);
      await this.dropEmptyFolders(`${this.gitdir}/${name}`);
    }
  }

  private async raw(name: string): Promise<string | undefined> {
    const text = isSafeName(name) ? await readGitText(this.fs, this.fileOf(name)) : undefined;
    if (text !== undefined) return text.trim();
    if (!name.startsWith('refs/')) return undefined;
    const packed = await this.packedText();
    const at = packed.indexOf(` ${name}\n`);
    return at < 0 ? undefined : /^[0-9a-f]{40}$/.exec(packed.slice(Math.max(0, at - 40), at))?.[0];
  }

  /** The text of `packed-refs`, which may be long: it is read again only after it was written. */
  private async packedText(): Promise<string> {
    const path = `${this.gitdir}/packed-refs`;
    const stat = await lookAt(this.fs, path);
    if (!stat) return '';
    const mark = [stat.ino, stat.size, stat.mtimeMs].join();
    if (this.packedFile?.mark !== mark) this.packedFile = { text: (await readGitText(this.fs, path)) ?? '', mark };
    return this.packedFile.text;
  }

  private async packed(): Promise<Map<string, string>> {
    const text = await this.packedText();
    return new Map([...text.matchAll(/^([0-9a-f]{40}) (.+)$/gm)].map(([, oid = '', name = '']) => [name, oid]));
  }

  private async writePacked(
    packed: ReadonlyMap<string, string>,
    peeled: ReadonlyMap<string, string> = new Map(),
  ): Promise<void> {
    const names = [...packed].toSorted(([a], [b]) => comparePaths(a, b));
    const text = await this.packedText();
    const known = new Map(
      [...text.matchAll(/^([0-9a-f]{40}) .+\n\^([0-9a-f]{40})$/gm)].map(([, oid, inner]) => [oid, inner]),
    );
    const lines = names.map(([name, oid]) => {
      const inner = peeled.get(oid) ?? known.get(oid);
      return `${oid} ${name}\n${inner === undefined ? '' : `^${inner}\n`}`;
    });
    const head = '# pack-refs with: peeled fully-peeled sorted \n';
    await writeText(this.fs, `${this.gitdir}/packed-refs`, head + lines.join(''));
    this.packedFile = undefined;
  }

  private async loose(folder: string): Promise<string[]> {
    const found: string[] = [];
    for (const entry of await this.fs.readdir(`${this.gitdir}/${folder}`).catch(() => [])) {
      const name = `${folder}/${entry}`;
      if ((await lookAt(this.fs, `${this.gitdir}/${name}`))?.type === 'directory')
        found.push(...(await this.loose(name)));
      else if (!entry.endsWith('.lock')) found.push(name);
    }
    return found;
  }

  /** Removes folders that no longer hold any refs, up to `refs/heads` and the like. */
  private async dropEmptyFolders(path: string): Promise<void> {
    const inside = path.slice(this.gitdir.length + 1).split('/');
    for (let depth = inside.length - 1; depth > 2; depth--) {
      const folder = `${this.gitdir}/${inside.slice(0, depth).join('/')}`;
      if (!(await lookAt(this.fs, folder)) || (await this.fs.readdir(folder)).length > 0) return;
      await this.fs.rmdir(folder);
    }
  }
}

/** Whether a name is one of a file among the refs, whatever else is wrong with it. */
const isSafeName = (name: string): boolean =>
  name.startsWith('refs/') ? !/(?:^|\/)\.{0,2}(?:\/|$)/.test(name) : /^[A-Z_]+$/.test(name);

/** Whether git accepts a full name such as `refs/heads/x`. */
export const isRefName = (name: string): boolean =>
  !/(?:^|\/)\.|\.\.|[\s~^:?*[\\\p{Cc}]|\/$|\/\/|^\/|\.lock(?:\/|$)|@\{|\.$/u.test(name) && name !== '@' && name !== '';

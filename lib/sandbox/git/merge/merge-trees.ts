import { SAME } from '../diff/file-change';
import { comparePaths, decodeUtf8, encodeUtf8, isBinary } from '../store/bytes';
import type { Stages } from '../store/index-file';
import type { ObjectStore } from '../store/objects';
import { GITLINK, LINK, sameEntry, type FileEntry } from '../store/tree';
import { directoryMoves, movesBetween } from './moves';
import type { Blindness } from '../diff/line-diff';
import { mergeTexts, type ConflictStyle, type MergeRules } from './merge-text';

export type Tree = ReadonlyMap<string, FileEntry>;

export interface TreeMergeRules {
  readonly labels: MergeRules['labels'];
  readonly style: ConflictStyle;
  readonly favor?: MergeRules['favor'];
  /** The attribute `merge` of a file: `union`, or false for a file that is not merged as text. */
  readonly attribute?: (path: string) => Promise<string | boolean | undefined>;
  /** How many characters long the markers in a file are. */
  readonly markerSize?: (path: string) => Promise<number>;
  /** Merges a file by the program that its attribute names; undefined if it names none. */
  readonly driver?: (
    path: string,
    versions: { readonly base: Uint8Array; readonly ours: Uint8Array; readonly theirs: Uint8Array },
  ) => Promise<{ readonly bytes: Uint8Array; readonly clean: boolean } | undefined>;
  /** How similar, of 60,000, a file has to be to one that is gone to count as that; by default half. */
  readonly renames?: 'none' | number;
  /** What becomes of a new file in a folder that the other side has moved: left to the user, moved too, or left there. */
  readonly folders?: 'conflict' | 'follow' | 'stay';
  /** How lines are compared. */
  readonly blindness?: Blindness;
  /** How a submodule that both sides moved is merged. */
  readonly submodule?: SubmoduleMerge;
}

/** Merges two commits of a submodule: the one that contains the other, if any, and what is said of it. */
export type SubmoduleMerge = (
  path: string,
  commits: { readonly base: string | undefined; readonly ours: string; readonly theirs: string },
) => Promise<{ readonly merged: string | undefined; readonly said: string }>;

export interface TreeMerge {
  /** The files of the result, conflicts with their markers. */
  readonly files: Map<string, FileEntry>;
  readonly conflicts: Map<string, Stages>;
  /** What git prints, in its order. */
  readonly messages: readonly string[];
}

/** A file on all three sides, whatever its name on each. */
interface Triple {
  readonly path: string;
  readonly base: FileEntry | undefined;
  readonly ours: FileEntry | undefined;
  readonly theirs: FileEntry | undefined;
  /** If it was moved, its names, for the markers. */
  readonly names?: { readonly base: string; readonly ours: string; readonly theirs: string };
}

/** Merges two trees that have a third as their base. */
export async function mergeTrees(
  objects: ObjectStore,
  base: Tree,
  ours: Tree,
  theirs: Tree,
  rules: TreeMergeRules,
): Promise<TreeMerge> {
  const merge = new TreeMerger(objects, rules);
  await merge.run(base, ours, theirs);
  const messages = [...merge.said].toSorted(([a], [b]) => comparePaths(a, b)).flatMap(([, texts]) => texts);
  const conflicts = new Map([...merge.conflicts].toSorted(([a], [b]) => comparePaths(a, b)));
  return { files: merge.files, conflicts, messages: [...messages, ...submoduleAdvice(conflicts)] };
}

/** What git says to do about submodules that it could not merge. */
function submoduleAdvice(conflicts: ReadonlyMap<string, Stages>): string[] {
  const open = [...conflicts].flatMap(([path, [, ours, theirs]]) =>
    ours?.mode === GITLINK && theirs?.mode === GITLINK ? [{ path, theirs: theirs.oid }] : [],
  );
  if (open.length === 0) return [];
  return [
    'Recursive merging with submodules currently only supports trivial cases.',
    'Please manually handle the merging of each conflicted submodule.',
    'This can be accomplished with the following steps:',
    ...open.flatMap(({ path, theirs }) => [
      ` - go to submodule (${path}), and either merge commit ${theirs.slice(0, 7)}`,
      '   or update to an existing commit which has merged those changes',
    ]),
    ' - come back to superproject and run:',
    '',
    `      git add ${open.map(({ path }) => path).join(' ')}`,
    '',
    '   to record the above merge or update',
    ' - resolve any other conflicts in the superproject',
    ' - commit the resulting index in the superproject',
  ];
}

/** Whether a file is a plain file, a link or a submodule. */
const typeOf = ({ mode }: FileEntry): number => mode & 0o170000;

class TreeMerger {
  readonly files = new Map<string, FileEntry>();
  readonly conflicts = new Map<string, Stages>();
  readonly said = new Map<string, string[]>();

  constructor(
    private readonly objects: ObjectStore,
    private readonly rules: TreeMergeRules,
  ) {}

  private say(path: string, text: string): void {
    this.said.set(path, [...(this.said.get(path) ?? []), text]);
  }

  async run(base: Tree, ours: Tree, theirs: Tree): Promise<void> {
    const { renames = SAME / 2 } = this.rules;
    const movesOf = async (side: Tree, rival: Tree) =>
      renames === 'none' ? new Map<string, string>() : movesBetween(this.objects, base, side, rival, renames);
    const [mine, other] = [await movesOf(ours, theirs), await movesOf(theirs, ours)];
    const done = new Set<string>();
    for (const from of new Set([...mine.keys(), ...other.keys()])) {
      await this.moved(from, mine.get(from), other.get(from), { base, ours, theirs }, done);
    }
    const placed = new Map<string, string>();
    const { folders = 'conflict' } = this.rules;
    for (const [files, moves, rival, side] of [
      [theirs, directoryMoves(base, ours, mine), ours, 'theirs'],
      [ours, directoryMoves(base, theirs, other), theirs, 'ours'],
    ] as const) {
      for (const path of files.keys()) {
        const target = folders === 'stay' || base.has(path) || done.has(path) ? undefined : moves(path);
        if (target === undefined || rival.has(target)) continue;
        placed.set(path, target);
        this.suggest(path, target, files.get(path), side);
      }
    }
    for (const path of [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].sort(comparePaths)) {
      if (done.has(path) || placed.has(path)) continue;
      await this.file({ path, base: base.get(path), ours: ours.get(path), theirs: theirs.get(path) });
    }
    this.separateFolders(ours);
  }

  /** A new file in a folder that the other side has moved: by default, git leaves the decision to the user. */
  private suggest(path: string, target: string, entry: FileEntry | undefined, side: 'ours' | 'theirs'): void {
    if (!entry) return;
    const { labels } = this.rules;
    const [from, by] = side === 'ours' ? [labels.ours, labels.theirs] : [labels.theirs, labels.ours];
    this.files.set(target, entry);
    if (this.rules.folders === 'follow')
      return this.say(
        target,
        `Path updated: ${path} added in ${from} inside a directory that was renamed in ${by}; moving it to ${target}.`,
      );
    this.say(
      target,
      `CONFLICT (file location): ${path} added in ${from} inside a directory that was renamed in ${by}, suggesting it should perhaps be moved to ${target}.`,
    );
    this.conflicts.set(target, side === 'ours' ? [undefined, entry, undefined] : [undefined, undefined, entry]);
  }

  private async moved(
    from: string,
    mine: string | undefined,
    other: string | undefined,
    { base, ours, theirs }: { base: Tree; ours: Tree; theirs: Tree },
    done: Set<string>,
  ): Promise<void> {
    const { labels } = this.rules;
    const start = base.get(from);
    if (mine !== undefined && other !== undefined && mine !== other) {
      const [a, b] = [ours.get(mine), theirs.get(other)];
      this.say(
        from,
        `CONFLICT (rename/rename): ${from} renamed to ${mine} in ${labels.ours} and to ${other} in ${labels.theirs}.`,
      );
      const merged =
        start && a && b
          ? await this.content({
              path: mine,
              base: start,
              ours: a,
              theirs: b,
              names: { base: from, ours: mine, theirs: other },
            })
          : undefined;
      const entry = merged?.entry ?? a;
      if (entry) for (const path of [mine, other]) this.files.set(path, entry);
      this.conflicts.set(from, [start, undefined, undefined]);
      this.conflicts.set(mine, [undefined, merged?.entry ?? a, undefined]);
      this.conflicts.set(other, [undefined, undefined, merged?.entry ?? b]);
      for (const path of [from, mine, other]) done.add(path);
      return;
    }
    const to = mine ?? other ?? from;
    const [a, b] = [
      mine === undefined ? ours.get(from) : ours.get(mine),
      other === undefined ? theirs.get(from) : theirs.get(other),
    ];
    done.add(from);
    done.add(to);
    if (!a || !b) {
      const [renamer, deleter] = a ? [labels.ours, labels.theirs] : [labels.theirs, labels.ours];
      this.say(to, `CONFLICT (rename/delete): ${from} renamed to ${to} in ${renamer}, but deleted in ${deleter}.`);
      // A file that the deleter has under the new name is not lost: both are kept, as if each side had added one.
      const own = a ? theirs.get(to) : ours.get(to);
      if (own) {
        const [mine, other] = [a ?? own, b ?? own];
        await this.file({ path: to, base: undefined, ours: mine, theirs: other });
        this.conflicts.set(to, [undefined, mine, other]);
        return;
      }
      const left = a ?? b;
      if (left && !sameEntry(left, start)) {
        this.say(
          to,
          `CONFLICT (modify/delete): ${to} deleted in ${deleter} and modified in ${renamer}.  Version ${renamer} of ${to} left in tree.`,
        );
      }
      if (left) this.files.set(to, left);
      this.conflicts.set(to, [start, a, b]);
      return;
    }
    // On the side that did not move this file, another file may have its new name.
    const rival = mine === undefined ? ours.get(to) : other === undefined ? theirs.get(to) : undefined;
    const names = { base: from, ours: mine ?? from, theirs: other ?? from };
    if (rival && !base.has(to)) {
      const merged = await this.content({ path: to, base: start, ours: a, theirs: b, names });
      await this.file(
        mine === undefined
          ? { path: to, base: undefined, ours: rival, theirs: merged.entry }
          : { path: to, base: undefined, ours: merged.entry, theirs: rival },
      );
      return;
    }
    await this.file({ path: to, base: start, ours: a, theirs: b, names });
  }

  private async file(triple: Triple): Promise<void> {
    const { path, base, ours, theirs } = triple;
    if (sameEntry(ours, theirs) || sameEntry(theirs, base)) return this.keep(path, ours);
    if (sameEntry(ours, base)) return this.keep(path, theirs);
    const { labels } = this.rules;
    if (!ours || !theirs) {
      const [gone, left, entry] = ours ? [labels.theirs, labels.ours, ours] : [labels.ours, labels.theirs, theirs];
      this.say(
        path,
        `CONFLICT (modify/delete): ${path} deleted in ${gone} and modified in ${left}.  Version ${left} of ${path} left in tree.`,
      );
      this.keep(path, entry);
      this.conflicts.set(path, [base, ours, theirs]);
      return;
    }
    if (typeOf(ours) !== typeOf(theirs)) return this.separateTypes(path, base, ours, theirs);
    const { entry, clean } = await this.content(triple);
    this.keep(path, entry);
    if (clean) return;
    const kind = entry.mode === GITLINK ? 'submodule' : base ? 'content' : 'add/add';
    this.say(path, `CONFLICT (${kind}): Merge conflict in ${path}`);
    this.conflicts.set(path, [base, ours, theirs]);
  }

  /** A file on one side and a link or submodule on the other: whichever is a file gets another name. */
  private separateTypes(path: string, base: FileEntry | undefined, ours: FileEntry, theirs: FileEntry): void {
    const { labels } = this.rules;
    const isFile = (entry: FileEntry) => entry.mode !== LINK && entry.mode !== GITLINK;
    const both = !isFile(ours) && !isFile(theirs);
    const renamed = both ? 'both' : 'one';
    this.say(
      path,
      `CONFLICT (distinct types): ${path} had different types on each side; renamed ${renamed} of them so each can be recorded somewhere.`,
    );
    const free = (label: string) => `${path}~${label.replaceAll('/', '_')}`;
    const stageOf = (entry: FileEntry) => (base && typeOf(base) === typeOf(entry) ? base : undefined);
    const [mine, other] = [
      isFile(ours) || both ? free(labels.ours) : path,
      !isFile(ours) && (isFile(theirs) || both) ? free(labels.theirs) : path,
    ];
    this.files.set(mine, ours);
    this.conflicts.set(mine, [stageOf(ours), ours, undefined]);
    this.files.set(other, theirs);
    this.conflicts.set(other, [stageOf(theirs), undefined, theirs]);
  }

  private keep(path: string, entry: FileEntry | undefined): void {
    if (entry) this.files.set(path, entry);
  }

  /** The result for a file that both sides have. */
  private async content({ path, base, ours, theirs, names }: Triple): Promise<{ entry: FileEntry; clean: boolean }> {
    if (!ours || !theirs) return { entry: ours ?? theirs ?? { mode: 0, oid: '' }, clean: true };
    const mode = base && ours.mode === base.mode ? theirs.mode : ours.mode;
    const modeClean = !base || ours.mode === theirs.mode || ours.mode === base.mode || theirs.mode === base.mode;
    if (ours.oid === theirs.oid || (base && theirs.oid === base.oid))
      return { entry: { mode, oid: ours.oid }, clean: modeClean };
    if (base && ours.oid === base.oid) return { entry: { mode, oid: theirs.oid }, clean: modeClean };
    if (ours.mode === GITLINK || theirs.mode === GITLINK) {
      const commits = { base: base?.oid, ours: ours.oid, theirs: theirs.oid };
      const found = await this.rules.submodule?.(path, commits);
      this.say(path, found?.said ?? `Failed to merge submodule ${path} (not checked out)`);
      if (found?.merged !== undefined) return { entry: { mode, oid: found.merged }, clean: true };
      return { entry: this.rules.favor === 'theirs' ? theirs : ours, clean: this.rules.favor !== undefined };
    }
    if (ours.mode === LINK || theirs.mode === LINK)
      return { entry: this.rules.favor === 'theirs' ? theirs : ours, clean: this.rules.favor !== undefined };
    this.say(path, `Auto-merging ${path}`);
    const read = async (entry: FileEntry | undefined) => (entry ? this.objects.blob(entry.oid) : new Uint8Array());
    const [o, a, b] = [await read(base), await read(ours), await read(theirs)];
    const driven = await this.rules.driver?.(path, { base: o, ours: a, theirs: b });
    if (driven) {
      const oid = await this.objects.write('blob', driven.bytes);
      return { entry: { mode, oid }, clean: driven.clean && modeClean };
    }
    const { labels, style } = this.rules;
    const markerSize = await this.rules.markerSize?.(path);
    const attribute = await this.rules.attribute?.(path);
    const favor = attribute === 'union' ? attribute : this.rules.favor;
    if (attribute === false || attribute === 'binary' || [o, a, b].some(isBinary)) {
      if (favor === 'ours' || favor === 'theirs') return { entry: favor === 'ours' ? ours : theirs, clean: true };
      this.said.set(path, [
        `warning: Cannot merge binary files: ${path} (${labels.ours} vs. ${labels.theirs})`,
        `Auto-merging ${path}`,
      ]);
      return { entry: ours, clean: false };
    }
    const named = names && new Set(Object.values(names)).size > 1;
    const full = named
      ? {
          ours: `${labels.ours}:${names.ours}`,
          base: `${labels.base}:${names.base}`,
          theirs: `${labels.theirs}:${names.theirs}`,
        }
      : labels;
    const merged = mergeTexts(decodeUtf8(o), decodeUtf8(a), decodeUtf8(b), {
      style,
      // As the strategy ort has it.
      blindness: { algorithm: 'histogram', ...this.rules.blindness },
      labels: full,
      ...(favor && { favor }),
      ...(markerSize !== undefined && { markerSize }),
    });
    return {
      entry: { mode, oid: await this.objects.write('blob', encodeUtf8(merged.text)) },
      clean: merged.conflicts === 0 && modeClean,
    };
  }

  /** A file cannot be where a folder is, so it gets another name. */
  private separateFolders(ours: Tree): void {
    const { labels } = this.rules;
    const folders = new Set<string>();
    for (const path of this.files.keys())
      for (let at = path.indexOf('/'); at > 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
    for (const [path, entry] of Array.from(this.files)) {
      if (!folders.has(path)) continue;
      const isOurs = ours.has(path);
      const label = isOurs ? labels.ours : labels.theirs;
      const free = `${path}~${label.replaceAll('/', '_')}`;
      // What was said of it is said of its new name.
      const before = (this.said.get(path) ?? []).map((text) =>
        text.replace(`: ${path} deleted`, `: ${free} deleted`).replace(` of ${path} left`, ` of ${free} left`),
      );
      const way = `CONFLICT (file/directory): directory in the way of ${path} from ${label}; moving it to ${free} instead.`;
      this.said.set(path, [way, ...before]);
      this.files.delete(path);
      this.files.set(free, entry);
      const stages = this.conflicts.get(path) ?? [undefined, isOurs ? entry : undefined, isOurs ? undefined : entry];
      this.conflicts.delete(path);
      this.conflicts.set(free, stages);
    }
  }
}

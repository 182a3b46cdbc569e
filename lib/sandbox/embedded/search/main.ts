import { SandboxError, type SearchQuery, type SearchResult } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { globFiles, searchCandidates, searchInto } from '../../search';
import { AskSide } from '../protocol/channel';
import { SearchStartSchema, type SearchTask } from '../protocol/search-task';
import { SysClient, SysError } from '../protocol/sys-client';
import { Ahead } from './ahead';
import { bulkSource, type BulkSource } from './bulk-source';
import { filesHolding } from './files-holding';
import { TextCache } from './text-cache';

/** The tree as last fetched, and the files that a search selected from it. */
interface Known {
  readonly generation: number;
  readonly root: string;
  readonly source: BulkSource;
  choice?: { readonly key: string; readonly paths: readonly string[] };
}

const cache = new TextCache();
let known: Known | undefined;
let sys: SysClient;

/** The search worker: fetches the tree, filters and scans it, and reports hits as it finds them. It caches what it has read. */
self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const start = SearchStartSchema.safeParse(data);
  if (!start.success) return;
  const { memory, task, generation } = start.data;
  sys = new SysClient(new AskSide(memory, (message) => self.postMessage(message)));
  try {
    perform(task, generation);
  } catch (error) {
    const code = error instanceof SandboxError || error instanceof SysError ? error.code : 'EIO';
    self.postMessage({ t: 'failed', code, message: messageOf(error) });
  }
};

function perform(task: SearchTask, generation: number): void {
  const root = task.kind === 'glob' ? task.query.cwd : task.query.path;
  if (known?.generation !== generation || known.root !== root) {
    known = { generation, root, source: bulkSource(() => sys, root) };
  }
  switch (task.kind) {
    case 'glob':
      return self.postMessage({ t: 'found', entries: globFiles(known.source, task.query) });
    case 'literals':
      return self.postMessage({ t: 'holding', paths: filesHolding(known.source, sys, cache, task.query) });
    case 'search':
      search(task.query, known);
  }
}

function search(query: SearchQuery, tree: Known): void {
  const paths = chosen(query, tree);
  const ahead = new Ahead(sys, tree.source, cache, paths);
  let found: SearchResult['files'] = [];
  let toldAt = 0;
  const tell = (): void => {
    if (found.length > 0) self.postMessage({ t: 'hits', files: found });
    found = [];
    toldAt = performance.now();
  };
  const truncated = searchInto(tree.source, query, {
    candidates: paths,
    textOf: (path) => ahead.textOf(path),
    onFile(hits) {
      found.push(hits);
      if (performance.now() - toldAt > TOLD_EVERY_MS) tell();
    },
  });
  tell();
  self.postMessage({ t: 'searched', truncated });
}

/** Milliseconds between messages: hits already reported remain if the search is aborted. */
const TOLD_EVERY_MS = 30;

function chosen({ path, glob, type, maxFileSize }: SearchQuery, tree: Known): readonly string[] {
  const key = JSON.stringify([path, glob, type, maxFileSize]);
  if (tree.choice?.key !== key) {
    tree.choice = { key, paths: [...searchCandidates(tree.source, { path, glob, type, maxFileSize })] };
  }
  return tree.choice.paths;
}

import { SandboxError, type SearchResult } from '@/lib/ports';
import { globFiles, scanFile, searchCandidates, searchPattern, type SearchSource } from '../../search';
import { AskSide } from '../protocol/channel';
import { SearchStartSchema, type SearchTask } from '../protocol/search-task';
import { SysClient, SysError } from '../protocol/sys-client';
import { batches, readBatch } from './batches';
import { bulkSource } from './bulk-source';

/** The search worker: reads the tree in bulk, filters and scans it, and tells hits as they come. */
self.onmessage = ({ data }: MessageEvent<unknown>) => {
  const start = SearchStartSchema.safeParse(data);
  if (!start.success) return;
  const { memory, task } = start.data;
  const sys = new SysClient(new AskSide(memory, (message) => self.postMessage(message)));
  try {
    perform(task, bulkSource(sys, task.kind === 'search' ? task.query.path : task.query.cwd), sys);
  } catch (error) {
    const code = error instanceof SandboxError || error instanceof SysError ? error.code : 'EIO';
    self.postMessage({ t: 'failed', code, message: error instanceof Error ? error.message : String(error) });
  }
};

function perform(task: SearchTask, source: SearchSource, sys: SysClient): void {
  if (task.kind === 'glob') {
    self.postMessage({ t: 'found', entries: globFiles(source, task.query) });
    return;
  }
  const { query } = task;
  const pattern = searchPattern(query);
  let left = query.maxMatches;
  const candidates = [...searchCandidates(source, query)];
  for (const batch of batches(candidates, (path) => source.stat(path).size)) {
    const files: SearchResult['files'] = [];
    for (const [path, bytes] of readBatch(sys, batch)) {
      const hits = scanFile(bytes, query, pattern, left + 1);
      if (!hits) continue;
      if (hits.matches > left) {
        const cut = left > 0 ? scanFile(bytes, query, pattern, left) : undefined;
        if (cut) files.push({ path, ...cut });
        self.postMessage({ t: 'hits', files });
        self.postMessage({ t: 'searched', truncated: true });
        return;
      }
      files.push({ path, ...hits });
      left -= hits.matches;
    }
    if (files.length > 0) self.postMessage({ t: 'hits', files });
  }
  self.postMessage({ t: 'searched', truncated: false });
}

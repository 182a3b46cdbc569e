import { z } from 'zod';
import type { DirEntry } from '@/lib/ports';
import { defineTool } from '../../define-tool';
import { resolvePath, needSandbox, type FileContext } from '../../files';
import { fileTexts } from './file-texts';
import { pathSubject } from './path-subject';
import { sandboxFailure } from './sandbox-failure';

/** Maximum entries in one result. */
const MOST_ENTRIES = 500;
/** Maximum links whose targets are looked up. */
const MOST_LINKS = 20;

const input = z.strictObject({
  path: z.string().min(1).optional().describe('The folder to list. Default: the current folder.'),
});

export const ls = defineTool({
  name: 'Ls',
  description:
    'Lists what is directly in one folder: subfolders first, hidden and ignored files too. Use it to see what a folder ' +
    'holds before you change or delete it. Do not use it to find files by name (use Glob), to search in them (use Grep) ' +
    'or to see a file (use Read). After NOT_DIRECTORY read the file instead; after NOT_FOUND list the folder above.',
  kind: 'read',
  category: 'filesystem',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  annotations: { idempotentHint: true },
  titleFor: ({ path = '.' }) => `List ${path}`,
  ruleSubject: ({ path = '.' }, context) => pathSubject(context, path),
  async execute({ path = '.' }, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const resolved = await resolvePath(context.value, path);
    if (!resolved.ok) return resolved.failure;
    try {
      const entries = await context.value.sandbox.fs.readdir(resolved.value.path);
      toolContext.signal.throwIfAborted();
      return await listed(context.value, resolved.value.path, entries);
    } catch (error) {
      return sandboxFailure(toolContext, error, path, 'read');
    }
  },
});

const RANK = { directory: 0, file: 1, symlink: 1 } as const;

async function listed(context: FileContext, folder: string, entries: readonly DirEntry[]) {
  const sorted = entries.toSorted((a, b) => RANK[a.type] - RANK[b.type] || (a.name < b.name ? -1 : 1));
  const folders = sorted.filter(({ type }) => type === 'directory').length;
  const summary = fileTexts(context).counted(folders, entries.length - folders);
  if (entries.length === 0)
    return { text: fileTexts(context).emptyFolder(folder), summary: fileTexts(context).nothingIn };
  const links = new Set(sorted.filter(({ type }) => type === 'symlink').slice(0, MOST_LINKS));
  const shown = await Promise.all(
    sorted.slice(0, MOST_ENTRIES).map(async (entry) => {
      if (entry.type === 'directory') return `${entry.name}/`;
      if (entry.type === 'file') return entry.name;
      return links.has(entry)
        ? `${entry.name} → ${await targetOf(context, folder, entry.name)}`
        : fileTexts(context).link(entry.name);
    }),
  );
  const left = entries.length - shown.length;
  const more = left > 0 ? [fileTexts(context).moreEntries(left)] : [];
  return { text: [`${folder}: ${summary}`, ...shown, ...more].join('\n'), summary };
}

async function targetOf(context: FileContext, folder: string, name: string): Promise<string> {
  try {
    return await context.sandbox.fs.realpath(`${folder}/${name}`);
  } catch {
    return fileTexts(context).nothingThere;
  }
}

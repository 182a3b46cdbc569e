import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { issueCount } from '../../dispatch/prepare';
import { isInside, resolvePath, needSandbox, type FileContext, MAX_FILE_BYTES } from '../../files';
import { SandboxError, type SearchResult } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { failure, untilAborted } from '../../result';
import type { ToolContext } from '../../tool';
import { fileTexts } from '../files/file-texts';
import { patternField } from './pattern-field';
import { pathSubject } from '../files/path-subject';
import { sandboxFailure } from '../files/sandbox-failure';
import { listCounts, listFiles, listLines, type Listing } from './search-listing';

/** Lines or files per result unless the model asks for another number. */
const DEFAULT_HEAD_LIMIT = 100;
/** Maximum matching lines before a search stops. */
const MAX_MATCHES = 10_000;

const count = z.int().min(0).max(1000).optional();

const input = z.strictObject({
  pattern: patternField.describe(
    'A regular expression as ripgrep takes it. Escape what is meant literally, such as `\\.` or `\\(`.',
  ),
  path: z.string().min(1).optional().describe('The file or folder to search. Default: the current folder.'),
  glob: z.string().min(1).optional().describe('Only files whose name or path matches, such as `*.ts` or `!*.test.ts`.'),
  type: z.string().min(1).optional().describe('Only files of a kind, as ripgrep names them: `ts`, `js`, `py`, `md` …'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe('Matching lines, names of files (the default), or the number of matching lines in each file.'),
  '-A': count.describe('Lines to show after each match. For output_mode content.'),
  '-B': count.describe('Lines to show before each match. For output_mode content.'),
  '-C': count.describe('Lines to show before and after each match. For output_mode content.'),
  '-n': z.boolean().optional().describe('Show line numbers. For output_mode content. Default true.'),
  '-i': z.boolean().optional().describe('Ignore case. Default false.'),
  multiline: z.boolean().optional().describe('Let matches span lines, and let `.` match line ends. Default false.'),
  head_limit: z.int().min(1).max(1000).optional().describe(`Lines or files to show. Default ${DEFAULT_HEAD_LIMIT}.`),
});
type Input = z.infer<typeof input>;

export const grep = defineTool({
  name: 'Grep',
  description:
    'Searches the text of files for a regular expression. Use it to find where something is defined or used; several ' +
    'searches can be made in one turn. Do not use it to find files by name (use Glob) or to see a file you already ' +
    'know (use Read). Files that .gitignore names, binary files, and files over 10 MB that path does not itself name are passed over. If too much is ' +
    'found, narrow it with path, glob or type; after INVALID_ARGS at $.pattern, escape the special characters.',
  kind: 'read',
  category: 'search',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  annotations: { idempotentHint: true },
  titleFor: ({ pattern, path }) => (path === undefined ? `Grep ${pattern}` : `Grep ${pattern} in ${path}`),
  ruleSubject: ({ path = '.' }, context) => pathSubject(context, path),
  async execute(call, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const { path = '.', glob, type, head_limit = DEFAULT_HEAD_LIMIT } = call;
    const resolved = await resolvePath(context.value, path);
    if (!resolved.ok) return resolved.failure;
    const { sandbox, signal } = context.value;
    const texts = fileTexts(toolContext);
    try {
      const query = { pattern: call.pattern, path: resolved.value.path, glob, type, ...flagsOf(call) };
      const limits = { maxMatches: MAX_MATCHES, maxFileSize: MAX_FILE_BYTES };
      const found = await untilAborted(sandbox.search({ ...query, ...limits }, signal), signal);
      if (found.files.length === 0 && found.truncated) {
        return failure('TIMEOUT', texts.searchTooSlow);
      }
      return present(list(call, relative(context.value, found.files), toolContext), head_limit, found.truncated, texts);
    } catch (error) {
      return refused(toolContext, error, call);
    }
  },
});

/** The result for an error that only the search itself can detect. */
function refused(context: ToolContext, error: unknown, call: Input): ToolResult {
  const texts = fileTexts(context);
  const { path = '.' } = call;
  if (error instanceof SandboxError && error.code === 'EINVAL') {
    const field = fieldOf(error.message, call);
    const message = texts.searchRefused(error.message);
    const received = JSON.stringify(call[field]).slice(0, 60);
    return failure('INVALID_ARGS', message, {
      issues: [{ path: `$.${field}`, expected: 'valid', received, message }],
      summary: issueCount([field], context.language),
    });
  }
  if (error instanceof SandboxError && error.code === 'EFBIG') {
    return failure('FILE_TOO_LARGE', texts.tooLargeForLines(path));
  }
  return sandboxFailure(context, error, path, 'read');
}

/** The field that an error is about, since its message quotes the value. */
function fieldOf(message: string, { type, glob }: Input): 'type' | 'glob' | 'pattern' {
  if (type !== undefined && message.includes(`'${type}'`)) return 'type';
  return glob !== undefined && message.startsWith('the glob ') ? 'glob' : 'pattern';
}

function flagsOf(call: Input) {
  const content = call.output_mode === 'content';
  return {
    want: WANTS[call.output_mode ?? 'files_with_matches'],
    caseInsensitive: call['-i'] ?? false,
    multiline: call.multiline ?? false,
    before: content ? (call['-B'] ?? call['-C'] ?? 0) : 0,
    after: content ? (call['-A'] ?? call['-C'] ?? 0) : 0,
  };
}

const WANTS = { content: 'lines', count: 'counts', files_with_matches: 'files' } as const;

function list(call: Input, files: SearchResult['files'], { language }: ToolContext): Listing {
  switch (call.output_mode) {
    case 'content':
      return listLines(files, { numbered: call['-n'] ?? true, grouped: hasContext(call), language });
    case 'count':
      return listCounts(files);
    default:
      return listFiles(files);
  }
}

const hasContext = (call: Input): boolean => Math.max(call['-A'] ?? 0, call['-B'] ?? 0, call['-C'] ?? 0) > 0;

function present(
  { entries, files, matches }: Listing,
  limit: number,
  stopped: boolean,
  texts: ReturnType<typeof fileTexts>,
): { text: string; summary: string; details: Readonly<Record<string, unknown>> } {
  const summary = texts.foundIn(files, matches);
  const details = { files, ...(matches !== undefined && { matches }) };
  if (entries.length === 0) return { text: texts.nothingMatches, summary, details };
  const left = entries.length - limit;
  const notes = [...(left > 0 ? [texts.moreMatches(left)] : []), ...(stopped ? [texts.stoppedEarly] : [])];
  return {
    text: [...entries.slice(0, limit), ...notes].join('\n'),
    summary: stopped ? texts.orMore(summary) : summary,
    details,
  };
}

/** Makes paths relative to the shell's folder, so that they can be used in the next call. */
function relative({ sandbox, shell }: FileContext, files: SearchResult['files']): SearchResult['files'] {
  const cwd = shell?.cwd ?? sandbox.workdir;
  return files.map((file) =>
    cwd !== '/' && isInside(file.path, cwd) ? { ...file, path: file.path.slice(cwd.length + 1) } : file,
  );
}

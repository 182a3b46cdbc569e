import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { untilAborted } from '../../result';
import { resolvePath, needSandbox } from '../../files';
import { fileTexts } from '../files/file-texts';
import { pathSubject } from '../files/path-subject';
import { sandboxFailure } from '../files/sandbox-failure';

/** Maximum paths in one result. */
const MOST_PATHS = 100;

const input = z.strictObject({
  pattern: z.string().min(1).describe('A glob such as `src/**/*.ts`, matched against paths below the folder.'),
  path: z.string().min(1).optional().describe('The folder to look in. Default: the current folder.'),
});

export const glob = defineTool({
  name: 'Glob',
  description:
    'Finds files by name and lists their absolute paths, those changed last first. Files that .gitignore names are ' +
    'left out. Use it to find your way in a project. Do not use it to look inside files (use Grep). If nothing is ' +
    'found, try a wider pattern such as `**/*cart*`.',
  kind: 'read',
  category: 'search',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  annotations: { idempotentHint: true },
  titleFor: ({ pattern, path }) => (path === undefined ? `Glob ${pattern}` : `Glob ${pattern} in ${path}`),
  ruleSubject: ({ path = '.' }, context) => pathSubject(context, path),
  async execute({ pattern, path = '.' }, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const folder = await resolvePath(context.value, path);
    if (!folder.ok) return folder.failure;
    const { sandbox, signal } = context.value;
    try {
      const entries = await untilAborted(sandbox.glob({ pattern, cwd: folder.value.path }, signal), signal);
      return listed(
        entries.map((entry) => entry.path),
        pattern,
        folder.value.path,
        fileTexts(toolContext),
      );
    } catch (error) {
      return sandboxFailure(toolContext, error, path, 'read');
    }
  },
});

function listed(
  paths: readonly string[],
  pattern: string,
  folder: string,
  texts: ReturnType<typeof fileTexts>,
): { text: string; summary: string } {
  const summary = texts.foundIn(paths.length);
  if (paths.length === 0) return { text: texts.noFile(pattern, folder), summary };
  const left = paths.length - MOST_PATHS;
  const more = left > 0 ? [texts.moreFiles(left)] : [];
  return { text: [...paths.slice(0, MOST_PATHS), ...more].join('\n'), summary };
}

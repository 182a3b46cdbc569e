import type { ToolResult } from '@/lib/protocol';
import { parentOf, resolvePath } from '../files';
import { issueCount } from '../dispatch/prepare';
import { failure } from '../result';
import type { ToolContext } from '../tool';

/** A system's requirement for a path; returns undefined if it is met. `field` is the system's field name. */
export type PathRule = (
  path: { readonly field: string; readonly value: string; readonly executor: string },
  context: ToolContext,
) => Promise<ToolResult | undefined> | ToolResult | undefined;

/** Tools that work on one file require absolute paths. */
export const absolutePaths: PathRule = ({ field, value }) => {
  if (field === 'path' || /^\s*@?\//.test(value)) return undefined;
  const message = `${field} must be an absolute path: begin it with /.`;
  return failure('INVALID_ARGS', message, {
    issues: [{ path: `$.${field}`, expected: 'pattern ^/', received: JSON.stringify(value).slice(0, 60), message }],
    summary: issueCount([value]),
  });
};

/** A new file requires an existing folder. */
export const parentExists: PathRule = async ({ value, executor }, context) => {
  const { sandbox } = context;
  if (executor !== 'Write' || !sandbox) return undefined;
  const resolved = await resolvePath({ ...context, sandbox }, value);
  if (!resolved.ok) return resolved.failure;
  const folder = parentOf(resolved.value.path);
  const found = await sandbox.fs.stat(folder).catch(() => undefined);
  if (found?.type === 'directory') return undefined;
  return failure('NOT_FOUND', `There is no folder ${folder}. Make it first, then write the file.`);
};

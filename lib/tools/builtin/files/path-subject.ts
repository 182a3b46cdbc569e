import { absolutePath, displayPath, isInside, parentOf, resolvePath, needSandbox } from '../../files';
import { formatRule } from '../../permissions/rule';
import type { RuleSubject, ToolContext } from '../../tool';

/** What a path rule is matched against: the path as given and, if links lead elsewhere, the real path. */
export async function pathSubject(context: ToolContext, given: string): Promise<RuleSubject> {
  const files = needSandbox(context);
  if (!files.ok) return { kind: 'path', paths: [], root: '/' };
  const { sandbox } = files.value;
  const path = absolutePath(files.value, given);
  const resolved = await resolvePath(files.value, given);
  const root = await resolvePath(files.value, sandbox.workdir);
  // A path that cannot be resolved is matched as given; the tool itself will report why.
  if (!resolved.ok || !root.ok) return { kind: 'path', paths: [path], root: sandbox.workdir };
  const { real } = resolved.value;
  const inside = isInside(real, root.value.real) ? sandbox.workdir + real.slice(root.value.real.length) : real;
  return { kind: 'path', paths: [...new Set([path, inside])], root: sandbox.workdir };
}

/** A rule that allows a tool in a file's folder and below. */
export async function folderRule(tool: string, given: string, context: ToolContext): Promise<string> {
  const files = needSandbox(context);
  if (!files.ok) return tool;
  const { sandbox } = files.value;
  const folder = parentOf(absolutePath(files.value, given));
  if (folder === sandbox.workdir) return formatRule(tool, '**');
  return formatRule(tool, `${literalGlob(displayPath(sandbox, folder))}/**`.replace('//', '/'));
}

/** A glob that matches exactly this path: `app/[id]` is a folder's name, not a character class. */
const literalGlob = (path: string): string => path.replaceAll(/[\\*?[\]{}()!+@|]/g, '\\$&');

import { SandboxError, type NestedCalls, type Sandbox } from '@/lib/ports';
import { codeOf, WebFetchAnswerSchema, type ToolResult } from '@/lib/protocol';
import { isObject } from '@/lib/schema/json-schema';
import { finalPhase } from '@/lib/tools/dispatch/call';
import { absolutePath } from '@/lib/tools/paths';
import { failure } from '@/lib/tools/result';
import { retryHintOn } from '@/lib/tools/retry-hint';
import type { AnyTool, ToolContext } from '@/lib/tools/tool';
import { ownTexts } from './own-texts';
import type { PortName } from './runtime/messages';

/** What came of asking a port: a value, or why there is none. */
export type PortAnswer = { readonly ok: true; readonly value: unknown } | (Failed & { readonly ok: false });
type Failed = { readonly text: string; readonly error: string };

/**
 * The files, the shell and the web as the code of a pack has them. Each use is a call of the built-in tool that does it: rules, hooks
 * and people decide about that, and the trace shows it. What it lets through is then had as it is, and not as a model reads it; where
 * there is no sandbox, as in a case, what the call answered is taken for it.
 */
export async function askPort(port: PortName, input: unknown, context: ToolContext): Promise<PortAnswer> {
  const { nested } = context;
  if (!nested) return failed(failure('UNSUPPORTED', ownTexts(context).nothingHere));
  const given = isObject(input) ? input : {};
  return PORTS[port](given, { ...context, nested });
}

type Given = Readonly<Record<string, unknown>>;
type Context = ToolContext & { readonly nested: NestedCalls };

const PORTS: Readonly<Record<PortName, (given: Given, context: Context) => Promise<PortAnswer>>> = {
  async 'files.read'({ path }, context) {
    const file = textOf(path);
    const read = await call(['Read', { file_path: file }], context);
    if (!read.success) return failed(read);
    return had(context, file, read, (fs, at) => fs.readFile(at, 'utf8'));
  },
  async 'files.exists'({ path }, context) {
    const read = await call(['Read', { file_path: textOf(path) }], context);
    // Designs have codes of their own for what is not there.
    if (context.sandbox && finalPhase(read) === 'failed') return value(await isThere(context, textOf(path)));
    return read.success || read.error === 'NOT_FOUND' ? value(read.success) : failed(read);
  },
  async 'files.list'({ folder = '.' }, context) {
    const path = textOf(folder);
    const listed = await call(['Ls', { path }], context, ['Glob', { pattern: '*', path }]);
    if (!listed.success) return failed(listed);
    return had(context, path, { text: listed.text.split('\n').filter(Boolean) }, async (fs, at) => {
      const entries = await fs.readdir(at);
      return entries.map(({ name, type }) => (type === 'directory' ? `${name}/` : name)).toSorted();
    });
  },
  async 'files.write'({ path, text }, context) {
    const file = textOf(path);
    // A tool overwrites what it has not read, as programs do; people are asked about the change all the same.
    if (await isThere(context, file)) await call(['Read', { file_path: file }], context);
    const written = await call(['Write', { file_path: file, content: textOf(text) }], context);
    return written.success || written.error === 'NO_CHANGE' ? value(undefined) : failed(written);
  },
  async 'files.remove'({ path }, context) {
    const removed = await call(['Delete', { path: textOf(path), recursive: true }], context);
    return removed.success ? value(undefined) : failed(removed);
  },
  async 'shell.run'({ command, timeout }, context) {
    const input = { command: textOf(command), ...(typeof timeout === 'number' && { timeout }) };
    const ran = await call(['Bash', input], context);
    if (!ran.success && (ran.error === undefined || codeOf(ran.error) !== 'EXIT_CODE')) return failed(ran);
    const end = ran.text.lastIndexOf('[Exit code: ');
    const output = end < 0 ? ran.text : ran.text.slice(0, end);
    return value({ exitCode: ran.details?.exitCode ?? (ran.success ? 0 : 1), output });
  },
  fetch: ({ url }, context) => fetched(textOf(url), context),
};

/** Hosts that one fetch may be sent on to. */
const MOST_MOVES = 5;

/** The body of a response as it is. Each host that it is sent on to is decided about by a call of its own. */
async function fetched(url: string, context: Context, moves = 0): Promise<PortAnswer> {
  const { services, signal } = context;
  const say = ownTexts(context);
  const read = await call(['WebFetch', { url, prompt: 'The whole page.' }], context);
  if (!read.success) return failed(read);
  if (!services) return value({ type: 'text/plain', text: read.text });
  try {
    const page = await services.post('web-fetch', { url, raw: true }, WebFetchAnswerSchema, signal);
    if (page.kind === 'moved') {
      if (moves < MOST_MOVES) return await fetched(page.to, context, moves + 1);
      return failed(failure('NETWORK_ERROR', say.tooManyMoves(url, MOST_MOVES)));
    }
    const { type = 'text/plain', text, cut, bytes } = page;
    if (cut) return failed(failure('READ_ERROR', say.tooLarge(bytes)));
    return value({ type, text });
  } catch (error) {
    signal.throwIfAborted();
    return failed(failure('NETWORK_ERROR', error instanceof Error ? error.message : say.unreadable));
  }
}

type Use = readonly [tool: string, input: Given];

/** Calls a built-in tool by the name and with the fields that it has here; without it, the next that does. */
async function call(use: Use, context: Context, ...others: readonly Use[]): Promise<ToolResult> {
  const pool = context.pool?.();
  for (const [name, input] of [use, ...others]) {
    const tool = pool?.find((one) => (one.executor ?? one.name) === name);
    if (pool && !tool) continue;
    const made = { name: tool?.name ?? name, input: inTheirFields(input, tool, context) };
    return withoutHint(await context.nested.call(made, context.signal), context);
  }
  return failure('UNSUPPORTED', ownTexts(context).noToolFor(use[0]));
}

/** What a call came to, without advice for a model: the tool’s own failure gets that. */
function withoutHint(result: ToolResult, { language = 'en', system }: Context): ToolResult {
  if (result.success) return result;
  const { line } = retryHintOn(result, language, system);
  const lines = result.text.split('\n').filter((one) => one !== line);
  return { ...result, text: lines.join('\n') };
}

const PATHS: ReadonlySet<string> = new Set(['file_path', 'path']);

function inTheirFields(input: Given, tool: AnyTool | undefined, context: Context): Given {
  if (!tool) return input;
  const { fields = {}, absolutePaths } = tool;
  return Object.fromEntries(
    Object.entries(input).flatMap(([name, given]) => {
      const whole = absolutePaths && PATHS.has(name) && context.sandbox && typeof given === 'string';
      const sent = whole && context.sandbox ? absolutePath({ ...context, sandbox: context.sandbox }, given) : given;
      return fields[name] === '' ? [] : [[fields[name] ?? name, sent]];
    }),
  );
}

/** What is in the sandbox at a path that was let through. */
async function had<T>(
  { sandbox, ...context }: Context,
  path: string,
  { text }: { readonly text: T },
  get: (fs: Sandbox['fs'], at: string) => Promise<T>,
): Promise<PortAnswer> {
  if (!sandbox) return value(text);
  try {
    return value(await get(sandbox.fs, absolutePath({ ...context, sandbox }, path)));
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    return failed(failure('READ_ERROR', error.message));
  }
}

const isThere = ({ sandbox, ...context }: Context, path: string): Promise<boolean> =>
  sandbox?.fs.stat(absolutePath({ ...context, sandbox }, path)).then(
    () => true,
    () => false,
  ) ?? Promise.resolve(false);

const textOf = (given: unknown): string => (typeof given === 'string' ? given : JSON.stringify(given ?? ''));
const value = (had: unknown): PortAnswer => ({ ok: true, value: had });
const failed = ({ text, error }: ToolResult): PortAnswer => ({ ok: false, text, error: error ?? 'EXECUTION_ERROR' });

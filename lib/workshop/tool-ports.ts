import { ownValue } from '@/lib/protocol/own-value';
import { SandboxError, type NestedCalls, type Sandbox } from '@/lib/ports';
import { codeOf, WebFetchAnswerSchema, type ToolResult } from '@/lib/protocol';
import { isObject } from '@/lib/schema/json-schema';
import { absolutePath } from '@/lib/tools/files';
import { failure, finalPhase } from '@/lib/tools/result';
import { retryHintOn } from '@/lib/tools/retry-hint';
import type { AnyTool, ToolContext } from '@/lib/tools/tool';
import { ownTexts } from './own-texts';
import type { PortName } from './runtime/messages';

/** A port's answer: a value, or why there is none. */
type PortAnswer = { readonly ok: true; readonly value: unknown } | (Failed & { readonly ok: false });
type Failed = { readonly text: string; readonly error: string };

/**
 * Files, shell and web for the code of a pack. Each use is a call of the built-in tool that does it: rules, hooks and people
 * decide about that call, and the trace shows it. Once allowed, the actual contents are returned, not the text that a model
 * would read; without a sandbox, as in a case, the call's answer is used instead.
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
    // Presets have their own error codes for what does not exist.
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
    // Like any program, a tool may overwrite a file that it has not read; people are still asked about the change.
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

/** Maximum number of hosts that one fetch may be redirected to. */
const MOST_MOVES = 5;

/** The unchanged body of a response. Each host that it redirects to needs a call of its own, which is decided about. */
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

/** Calls a built-in tool by its current name and field names; if it is missing, calls the first of the others that exists. */
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

/** The result of a call without its retry hint, which is for models: the tool's own failure gets one. */
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
      const own = ownValue(fields, name) ?? name;
      return own === '' ? [] : [[own, sent]];
    }),
  );
}

/** What the sandbox has at a path, after the call was allowed. */
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

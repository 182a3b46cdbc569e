import type { CodeRunner } from '@/lib/ports';
import { ErrorCodeSchema, parseAnyJson, ToolResultSchema, type ToolResult } from '@/lib/protocol';
import { formatPath, valueAt } from '@/lib/schema/path';
import { preview } from '@/lib/schema/preview';
import { invalid } from '@/lib/tools/dispatch/prepare';
import { defineTool, type ToolReturn } from '@/lib/tools/define-tool';
import { failure } from '@/lib/tools/result';
import { eraseTool, type AnyTool, type ToolContext } from '@/lib/tools/tool';
import { z } from 'zod';
import { examplesIn, type CompiledPack, type PackTool } from './pack';
import { ReplySchema, sourceOf } from './program';
import { ownTexts } from './own-texts';
import { PORT_NAMES, type Answer, type Ask, type InputIssue } from './runtime/messages';
import { askPort } from './tool-ports';
import { useOf, type Use } from './uses';

type OwnTexts = ReturnType<typeof ownTexts>;

/** Milliseconds that one run of a tool may take, not counting the answers it waits for. */
const RUN_MS = 10_000;
/** Maximum number of calls of other tools that one call may make. */
const MOST_CALLS = 50;

/** What `execute` may return. */
const ReturnedSchema = z.union([
  z.string(),
  z
    .strictObject(
      ToolResultSchema.pick({
        text: true,
        summary: true,
        error: true,
        content: true,
        structuredContent: true,
      }).partial().shape,
    )
    .refine((returned) => Object.keys(returned).some((field) => field !== 'summary')),
]);

/** A failure with some code, be it one of ours or not. */
const FailedSchema = z.looseObject({ error: z.string() });

const Base64Schema = z.base64().min(1);

/** Whether the person currently lets a pack use something; asked each time. */
export type MayUse = (use: Use) => boolean;

/** What the tools of a pack need to run. */
interface Surroundings {
  readonly runtime: () => Promise<string>;
  readonly runner: CodeRunner;
  readonly mayUse: MayUse;
}

/**
 * The tools of a pack, for the pool. Each call runs in a sandboxed worker, which can reach anything else only through calls of
 * other tools.
 */
export const ownTools = (
  pack: CompiledPack,
  runtime: () => Promise<string>,
  runner: CodeRunner,
  mayUse: MayUse = () => true,
): AnyTool[] => pack.tools.map((tool) => ownTool(pack, tool, { runtime, runner, mayUse }));

function ownTool(pack: CompiledPack, told: PackTool, { runtime, runner, mayUse }: Surroundings): AnyTool {
  const { name, title, category, description, kind, dangerous, supportedProviders, schema } = told;
  return eraseTool(
    defineTool({
      name,
      ...(title !== undefined && { title }),
      description,
      kind,
      input: schema,
      examples: examplesIn(pack.cases, name),
      source: 'custom',
      category: category ?? pack.name,
      pack: pack.name,
      savedAt: pack.savedAt,
      isDangerous: dangerous,
      // Its code runs in the sandboxed worker, where it can reach nothing else.
      actsThroughCalls: true,
      ...(supportedProviders && { supportedProviders }),
      deadlineFor: () => RUN_MS * 3,
      async execute(input, context) {
        const source = sourceOf(await runtime(), pack.program);
        return callIn({ source, name, pack: pack.name, input, runner, mayUse }, context);
      },
    }),
  );
}

interface Running {
  readonly source: string;
  readonly name: string;
  /** The pack's name. */
  readonly pack: string;
  readonly input: unknown;
  readonly runner: CodeRunner;
  readonly mayUse: MayUse;
}

/** Runs the tool, again with each answer that it waits for, until it has a result. */
async function callIn(running: Running, context: ToolContext): Promise<ToolReturn> {
  const { source, name, input, runner } = running;
  const { signal, onOutput } = context;
  const say = ownTexts(context);
  const answers: Answer[] = [];
  const request = {
    do: 'call',
    tool: name,
    input,
    now: Date.now(),
    seed: crypto.getRandomValues(new Uint32Array(1))[0] ?? 1,
  };
  let said = '';
  for (;;) {
    const outcome = await runner.run(
      { source, parameters: { request: { ...request, answers } } },
      { signal, deadlineMs: RUN_MS },
    );
    signal.throwIfAborted();
    // Each run repeats the log of the one before: only the rest is new.
    onOutput(outcome.log.startsWith(said) ? outcome.log.slice(said.length) : outcome.log);
    said = outcome.log;
    if (!outcome.ok) {
      if (outcome.cause === 'deadline') return failure('TIMEOUT', say.timeout(name, RUN_MS / 1000));
      return failure('EXECUTION_ERROR', say.failed(name, `${outcome.message}.`));
    }
    const reply = ReplySchema.safeParse(outcome.value);
    if (!reply.success || reply.data.is === 'description') return failure('EXECUTION_ERROR', say.nonsense(name));
    if (reply.data.is === 'refused') return refused(name, input, reply.data.issues, context);
    if (reply.data.is === 'threw') return thrown(name, reply.data, say);
    if (reply.data.is === 'result') return readReturned(name, reply.data.value, say);
    if (answers.length + reply.data.asks.length > MOST_CALLS) {
      return failure('EXECUTION_ERROR', say.tooManyCalls(name, MOST_CALLS));
    }
    for (const ask of reply.data.asks) answers.push({ ...ask, result: await answer(ask, running, context) });
  }
}

/** What a check of the pack's own says of the input, as any other issue is said. */
function refused(
  name: string,
  input: unknown,
  issues: readonly InputIssue[],
  { language = 'en', system }: ToolContext,
): ToolResult {
  const found = issues.map(({ path, message }) => {
    const place = valueAt(input, path);
    return {
      path: formatPath(path),
      expected: 'valid',
      received: place.found ? preview(place.value) : 'nothing',
      message,
    };
  });
  return invalid({ name }, found, { language, ...(system && { system }) }).failure;
}

/** A port's failure that the tool did not catch is passed on unchanged. */
function thrown(
  name: string,
  { message, error }: { readonly message: string; readonly error?: string | undefined },
  say: OwnTexts,
) {
  const code = ErrorCodeSchema.safeParse(error);
  return code.success ? failure(code.data, message) : failure('EXECUTION_ERROR', say.failed(name, message));
}

async function answer({ name, input, port }: Ask, { pack, mayUse }: Running, context: ToolContext): Promise<unknown> {
  const { nested, signal } = context;
  const parsed = parseAnyJson(input);
  const known = PORT_NAMES.find((one) => one === name);
  if (port && !known) return { ok: false, text: `There is no ${name}.` };
  const use = port && known ? useOf(known) : 'call';
  if (!mayUse(use)) {
    const say = ownTexts(context);
    return told(failure('GATE_DENIED', say.notAllowed(pack, say.uses[use])));
  }
  if (port && known) return askPort(known, parsed.ok ? parsed.value : undefined, context);
  if (!nested) return told(failure('UNSUPPORTED', ownTexts(context).noOthers));
  return told(await nested.call({ name, input: parsed.ok ? parsed.value : undefined }, signal));
}

const told = ({ success, text, error, structuredContent }: ToolResult): object => ({
  ok: success,
  text,
  ...(error !== undefined && { error }),
  ...(structuredContent !== undefined && { structuredContent }),
});

function readReturned(name: string, value: unknown, say: OwnTexts): ToolReturn {
  const returned = ReturnedSchema.safeParse(value);
  if (!returned.success) {
    const { data: failed } = FailedSchema.safeParse(value);
    if (failed && !ErrorCodeSchema.safeParse(failed.error).success)
      return failure('EXECUTION_ERROR', say.noCode(name, failed.error.slice(0, 80), ErrorCodeSchema.options));
    const shown = JSON.stringify(value) ?? say.nothing;
    return failure('EXECUTION_ERROR', say.noResult(name, shown.slice(0, 200)));
  }
  if (typeof returned.data === 'string') return returned.data;
  const { text, content, ...rest } = returned.data;
  // A provider would refuse it, and with it every later request of the thread.
  if (content?.some((part) => part.type === 'image' && !Base64Schema.safeParse(part.data).success))
    return failure('EXECUTION_ERROR', say.noImage(name));
  if (text === undefined && content !== undefined) return { ...rest, content };
  return { ...rest, ...(content && { content }), text: text ?? JSON.stringify(rest.structuredContent, null, 2) ?? '' };
}

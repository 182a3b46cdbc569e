import type { ToolMessage } from '@ag-ui/core';
import type { InProcessExecutor } from '@/lib/agent';
import { z } from 'zod';
import { toApiTool, toApiTools } from '../api-tool';
import type { Dispatcher, ResolvedCall } from '../dispatch';
import type { RestrictionStack } from '../pool/restriction-stack';
import type { Registry } from '../registry';
import { messageContent } from '../result';
import { schedule } from '../schedule';
import type { PromptRun } from './prompt-run';

interface AgentTools {
  readonly registry: Registry;
  readonly restrictions: RestrictionStack;
  readonly dispatcher: Dispatcher;
}

/** Runs the calls of one prompt in the agent loop's own process, until the signal aborts. */
export const inProcessExecutor = (
  { registry, restrictions, dispatcher }: AgentTools,
  promptRun: PromptRun,
  signal: AbortSignal,
): InProcessExecutor => ({
  tools: () =>
    restrictions.lists.length === 0
      ? toApiTools(registry.tools)
      : registry.tools.filter(({ name }) => restrictions.allows(name)).map(toApiTool),
  async answer(calls) {
    const { concurrencyClassOf, scheduling } = dispatcher;
    const resolved = await schedule(calls, {
      concurrencyClassOf,
      scheduling,
      run: (call) => dispatcher.dispatch(call, { signal, onPhase: (phase) => promptRun.phase(call.id, phase) }),
    });
    promptRun.resolve(resolved);
    return {
      results: resolved.map(toolMessage),
      endsRun: resolved.some(({ result }) => result.endsRun === true),
      found: resolved.flatMap(({ result: { details } }) =>
        details ? (FoundSchema.safeParse(details).data?.found ?? []) : [],
      ),
    };
  },
});

/** The part of a tool search's details that names the tools it found. */
const FoundSchema = z.looseObject({ found: z.array(z.string()) });

/** A result as the model reads it: text, images, and the code of a failure. */
const toolMessage = ({ callId, result: { success, text, content, error } }: ResolvedCall): ToolMessage => ({
  id: `result:${callId}`,
  role: 'tool',
  toolCallId: callId,
  content: messageContent(text, content),
  ...(error && { error, metadata: { toolyard: { success, error } } }),
});

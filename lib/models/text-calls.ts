import type { AssistantMessage, Message, Tool, ToolMessage } from '@ag-ui/core';
import { isObject } from '@/lib/schema/json-schema';
import type { Dialect, Reading, PromptedTool, TextCall } from './dialects';
import { mapReply, type Model, type ModelEvent, type ModelReply, type ModelRequest } from './model';
import { resultText, sentArguments } from './sent-calls';

/**
 * A model that calls tools in a text dialect: its system prompt teaches the syntax, earlier calls and results are written in
 * it, and its calls are parsed from its text. For models and servers without native calls.
 */
export const withTextCalls = (model: Model, dialect: Dialect): Model => ({
  name: model.name,
  turn: (request) => turn(model, dialect, request),
});

function turn(model: Model, dialect: Dialect, request: ModelRequest): ModelReply {
  const tools = request.tools.map(prompted);
  const parser = dialect.createParser(tools);
  const found: TextCall[] = [];
  let thought = 0;
  /** Text is yielded at once. Calls wait for the end of the reply, since they may turn out to be part of a thought. */
  const read = (reading: Reading): ModelEvent[] => {
    found.push(...reading.calls);
    thought = reading.thought ?? thought;
    return said(reading);
  };
  const hear = (event: ModelEvent): ModelEvent[] => {
    if (event.type === 'text') return read(parser.push(event.delta));
    if (event.type !== 'stop') return [event];
    const text = read(parser.end());
    const calls = found.slice(thought);
    const called = calls.length > 0 && event.reason === 'end';
    const stop: ModelEvent = called ? { ...event, reason: 'tool_calls' } : event;
    return [...text, ...new CallNumbers(request.messages).calls(calls), stop];
  };
  return mapReply(model.turn(inDialect(request, dialect, tools)), hear);
}

/** The text of a reading, including warnings, so that both the model and the person see them. */
function said({ text, warnings }: Reading): ModelEvent[] {
  const deltas = [text, ...warnings.map((warning) => `\n[${warning}]\n`)];
  return deltas.filter(Boolean).map((delta) => ({ type: 'text', delta }));
}

/** Gives calls that were read from text ids that are new in their thread. */
export class CallNumbers {
  #next: number;

  constructor(messages: readonly Message[]) {
    this.#next = 1 + messages.reduce((sum, message) => sum + callsIn(message), 0);
  }

  *calls(calls: readonly TextCall[]): Generator<ModelEvent> {
    for (const call of calls) {
      const id = `text_call_${this.#next}`;
      this.#next += 1;
      yield { type: 'call-start', id, name: call.name };
      yield { type: 'call-args', id, delta: JSON.stringify(call.arguments) };
      yield { type: 'call-end', id };
    }
  }
}

const callsIn = (message: Message): number => (message.role === 'assistant' ? (message.toolCalls?.length ?? 0) : 0);

/** A tool in the form that dialects teach. */
export const prompted = ({ name, description, parameters }: Tool): PromptedTool => ({
  name,
  description,
  ...(isObject(parameters) && { parameters }),
});

function inDialect(request: ModelRequest, dialect: Dialect, tools: readonly PromptedTool[]): ModelRequest {
  const lesson = tools.length > 0 ? dialect.teach(tools) : '';
  const names = new Map(
    request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => [call.id, call.function.name]) : [],
    ),
  );
  return {
    ...request,
    tools: [],
    system: [request.system, lesson].filter(Boolean).join('\n\n'),
    messages: request.messages.flatMap((message): Message[] => {
      if (message.role === 'assistant') return [asSaid(message, dialect)];
      if (message.role === 'tool') return [asTold(message, names.get(message.toolCallId) ?? 'unknown', dialect)];
      // A thought is bound to what was said before it, which is worded differently here.
      return message.role === 'reasoning' ? [] : [message];
    }),
  };
}

function asSaid({ id, content = '', toolCalls = [] }: AssistantMessage, dialect: Dialect): Message {
  const calls = toolCalls.map(({ function: { name, arguments: text } }) =>
    dialect.formatCall({ name, arguments: sentArguments(text) }),
  );
  return { id, role: 'assistant', content: [content, ...calls].filter(Boolean).join('\n') };
}

function asTold(message: ToolMessage, name: string, dialect: Dialect): Message {
  const { id, content, error } = message;
  const result = dialect.formatResult({ name }, { success: error === undefined, text: resultText(message) });
  const images = typeof content === 'string' ? [] : content.filter((part) => part.type !== 'text');
  return { id, role: 'user', content: images.length > 0 ? [{ type: 'text', text: result }, ...images] : result };
}

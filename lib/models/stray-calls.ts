import { createAnyParser, type TaughtTool, type TextCall } from './dialects';
import type { Model, ModelEvent, ModelRequest } from './model';
import { CallNumbers, taught } from './text-calls';

/**
 * A model with calls of its own that may all the same write one as text, which some do. Where a whole reply makes no call and
 * its text holds calls of tools that it was given, outside code and whole, they are made; else the text is only text.
 */
export const withStrayCalls = (model: Model): Model => ({ name: model.name, turn: (request) => turn(model, request) });

async function* turn(model: Model, request: ModelRequest): AsyncGenerator<ModelEvent> {
  const tools = request.tools.map(taught);
  const parser = createAnyParser(tools);
  const written: TextCall[] = [];
  let doubtful = tools.length === 0;
  for await (const event of model.turn(request)) {
    if (event.type === 'call-start') doubtful = true;
    const reading = event.type === 'text' ? parser.push(event.delta) : event.type === 'stop' ? parser.end() : undefined;
    written.push(...(reading?.calls ?? []));
    doubtful ||= (reading?.warnings ?? []).length > 0;
    if (event.type !== 'stop') {
      yield event;
      continue;
    }
    if (doubtful || event.reason !== 'end' || written.length === 0 || !written.every(known(tools))) {
      yield event;
      continue;
    }
    yield {
      type: 'notice',
      code: 'calls-in-text',
      message: `The model wrote ${written.length === 1 ? 'a call' : 'calls'} as text instead of calling. Toolyard read ${written.length === 1 ? 'it' : 'them'} from the text.`,
    };
    yield* new CallNumbers(request.messages).calls(written);
    yield { ...event, reason: 'tool_calls' };
  }
}

const known =
  (tools: readonly TaughtTool[]) =>
  ({ name }: TextCall): boolean =>
    tools.some((tool) => tool.name === name);

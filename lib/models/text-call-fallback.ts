import { createAnyParser, type Reading, type PromptedTool, type TextCall, type TextCallParser } from './dialects';
import type { Model, ModelEvent, ModelRequest } from './model';
import { CallNumbers, prompted } from './text-calls';

/**
 * A model with calls of its own that may all the same write one as text, which some do. Where a whole reply makes no call and
 * its text holds calls of tools that it was given, outside code and whole, they are made, and are no text any more; else the
 * text is only text, as it was written. What follows such a call is held until that is clear.
 */
export const withTextCallFallback = (model: Model): Model => ({
  name: model.name,
  turn: (request) => (request.tools.length === 0 ? model.turn(request) : turn(model, request)),
});

async function* turn(model: Model, request: ModelRequest): AsyncGenerator<ModelEvent> {
  const tools = request.tools.map(prompted);
  const textCalls = new TextCalls(tools);
  for await (const event of held(model.turn(request), textCalls)) {
    if (event.type === 'text') yield* textEvents(textCalls.push(event.delta));
    else if (event.type !== 'stop') {
      if (event.type === 'call-start') yield* textEvents(textCalls.giveUp());
      yield event;
    } else {
      const { text, calls } = textCalls.end(event.reason === 'end');
      yield* textEvents(text);
      if (calls.length === 0) {
        yield event;
        continue;
      }
      yield {
        type: 'notice',
        code: 'calls-in-text',
        message: `The model wrote ${calls.length === 1 ? 'a call' : 'calls'} as text instead of calling. Toolyard read ${calls.length === 1 ? 'it' : 'them'} from the text.`,
      };
      yield* new CallNumbers(request.messages).calls(calls);
      yield { ...event, reason: 'tool_calls' };
    }
  }
}

/** Where a reply breaks off, what was held is said before that. */
async function* held(events: AsyncIterable<ModelEvent>, textCalls: TextCalls): AsyncGenerator<ModelEvent> {
  try {
    yield* events;
  } catch (error) {
    const text = textCalls.giveUp();
    if (text !== '') yield { type: 'text', delta: text };
    throw error;
  }
}

const textEvents = (delta: string): ModelEvent[] => (delta === '' ? [] : [{ type: 'text', delta }]);

/** Tells the calls in a reply from its text. */
class TextCalls {
  readonly #tools: readonly PromptedTool[];
  readonly #parser: TextCallParser;
  readonly #calls: TextCall[] = [];
  /** What was written and is not handed on yet. */
  #raw = '';
  /** The same without the calls, once there is one. */
  #text = '';
  /** No call of this reply is made: all of it is text. */
  #over = false;

  constructor(tools: readonly PromptedTool[]) {
    this.#tools = tools;
    this.#parser = createAnyParser(tools);
  }

  /** Takes a piece of the reply; returns the text that is certain. */
  push(delta: string): string {
    if (this.#over) return delta;
    this.#raw += delta;
    return this.#take(this.#parser.push(delta));
  }

  /** Makes no call after all; returns what was held. */
  giveUp(): string {
    this.#over = true;
    const raw = this.#raw;
    this.#raw = '';
    return raw;
  }

  /** `whole`: the reply came to an end of its own. */
  end(whole: boolean): { text: string; calls: readonly TextCall[] } {
    const text = this.#over ? '' : this.#take(this.#parser.end());
    if (this.#over || !whole || this.#calls.length === 0) return { text: text + this.giveUp(), calls: [] };
    return { text: this.#text, calls: this.#calls };
  }

  #take({ text, calls, warnings }: Reading): string {
    if (warnings.length > 0 || !calls.every((call) => this.#known(call))) return this.giveUp();
    this.#calls.push(...calls);
    if (this.#calls.length > 0) {
      this.#text += text;
      return '';
    }
    // Without a call so far, what is certain is the beginning of what is held.
    this.#raw = this.#raw.slice(text.length);
    return text;
  }

  #known({ name }: TextCall): boolean {
    return this.#tools.some((tool) => tool.name === name);
  }
}

import { createAnyParser, type Reading, type PromptedTool, type TextCall, type TextCallParser } from './dialects';
import { mapReply, type Model, type ModelEvent, type ModelReply, type ModelRequest } from './model';
import { CallNumbers, prompted } from './text-calls';

/**
 * A model with native calls that may still write a call as text, as some do. If a whole reply makes no native call, and its
 * text outside code holds complete calls of tools it was given, these are made and removed from the text; otherwise the text
 * is left as written. Text after such a call is held until that is clear.
 */
export const withTextCallFallback = (model: Model): Model => ({
  name: model.name,
  turn: (request) => (request.tools.length === 0 ? model.turn(request) : turn(model, request)),
});

function turn(model: Model, request: ModelRequest): ModelReply {
  const tools = request.tools.map(prompted);
  const textCalls = new TextCalls(tools);
  const hear = (event: ModelEvent): ModelEvent[] => {
    if (event.type === 'text') return textEvents(textCalls.push(event.delta));
    if (event.type === 'call-start') return [...textEvents(textCalls.giveUp()), event];
    if (event.type !== 'stop') return [event];
    const { text, calls } = textCalls.end(event.reason === 'end');
    if (calls.length === 0) return [...textEvents(text), event];
    const made = new CallNumbers(request.messages).calls(calls);
    return [...textEvents(text), noticeOf(calls.length), ...made, { ...event, reason: 'tool_calls' }];
  };
  // Of a reply that breaks off, the held text was said.
  return mapReply(model.turn(request), hear, () => textEvents(textCalls.giveUp()));
}

function noticeOf(count: number): ModelEvent {
  const [what, them] = count === 1 ? ['a call', 'it'] : ['calls', 'them'];
  const message = `The model wrote ${what} as text instead of calling. Toolyard read ${them} from the text.`;
  return { type: 'notice', code: 'calls-in-text', message };
}

const textEvents = (delta: string): ModelEvent[] => (delta === '' ? [] : [{ type: 'text', delta }]);

/** Separates the calls in a reply from its text. */
class TextCalls {
  readonly #tools: readonly PromptedTool[];
  readonly #parser: TextCallParser;
  readonly #calls: TextCall[] = [];
  /** Text that was written but not passed on yet. */
  #raw = '';
  /** The same without the calls, once there is one. */
  #text = '';
  /** No call of this reply will be made: all of it is text. */
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

  /** Decides that no call is made; returns the held text. */
  giveUp(): string {
    this.#over = true;
    const raw = this.#raw;
    this.#raw = '';
    return raw;
  }

  /** `whole`: the reply ended normally. */
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
    // As long as there is no call, the text that is certain is the beginning of what is held.
    this.#raw = this.#raw.slice(text.length);
    return text;
  }

  #known({ name }: TextCall): boolean {
    return this.#tools.some((tool) => tool.name === name);
  }
}

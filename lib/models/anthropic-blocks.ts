import type { ModelEvent } from './model';
import { isObject } from '@/lib/schema/json-schema';
import { parseAnswer } from './bounded';
import { argumentsIn, CallIds, fieldsIn, nameIn, textInside } from './odd-shapes';
import { RepeatedArguments } from './repeated';
import { seal } from './sealed';
import { serverBlock, serverBlockText } from './server-blocks';

/** A block that has begun but not ended. */
type Open =
  | { kind: 'call'; id: string; sentId: string; input: unknown; wrote: boolean; args: RepeatedArguments }
  | { kind: 'thought'; signature: string }
  /** A call of one of the provider's own tools. */
  | { kind: 'served'; block: Readonly<Record<string, unknown>>; args: string }
  | { kind: 'other' };

/** Turns the content blocks of one reply into model events. */
export class AnthropicBlocks {
  /** The provider's name of the model: thoughts are sealed for this model only. */
  readonly #name: string;
  readonly #open = new Map<number, Open>();
  readonly #ids = new CallIds();
  /** Index of the block that began last, for deltas that have no index. */
  #last = -1;

  constructor(name: string) {
    this.#name = name;
  }

  /** Whether the reply made a call. */
  get called(): boolean {
    return this.#ids.size > 0;
  }

  *begin(at: number | undefined, given: unknown): Generator<ModelEvent> {
    const block = fieldsIn(given);
    const index = at ?? this.#last + 1;
    const before = this.#open.get(index);
    // The same beginning sent twice.
    if (before?.kind === 'call' && block.type === 'tool_use' && before.sentId === textInside(block.id)) return;
    yield* this.end(index);
    this.#last = index;
    switch (block.type) {
      case 'tool_use':
        yield* this.#call(index, block);
        return;
      case 'text':
        this.#open.set(index, { kind: 'other' });
        if (textInside(block.text) !== '') yield { type: 'text', delta: textInside(block.text) };
        return;
      case 'thinking':
        this.#open.set(index, { kind: 'thought', signature: textInside(block.signature) });
        if (textInside(block.thinking) !== '') yield { type: 'reasoning', delta: textInside(block.thinking) };
        return;
      case 'redacted_thinking':
        this.#open.set(index, { kind: 'other' });
        yield {
          type: 'reasoning-end',
          sealed: seal({ by: this.#name, kind: 'redacted-thinking', value: textInside(block.data) }),
        };
        return;
      case 'server_tool_use':
        this.#open.set(index, { kind: 'served', block, args: '' });
        return;
      default:
        this.#open.set(index, { kind: 'other' });
        yield* this.#keep(block);
    }
  }

  *delta(at: number | undefined, given: unknown): Generator<ModelEvent> {
    const index = at ?? this.#last;
    const delta = fieldsIn(given);
    if (delta.type === 'text_delta') yield { type: 'text', delta: textInside(delta.text) };
    else if (delta.type === 'thinking_delta') yield { type: 'reasoning', delta: textInside(delta.thinking) };
    else if (delta.type === 'signature_delta') {
      const open = this.#open.get(index);
      const signature = (open?.kind === 'thought' ? open.signature : '') + textInside(delta.signature);
      if (!open || open.kind === 'thought') this.#open.set(index, { kind: 'thought', signature });
    } else if (delta.type === 'input_json_delta') {
      // The beginning of the call was lost: report a call of a tool without a name.
      if (!this.#open.has(index)) yield* this.begin(index, { type: 'tool_use' });
      const open = this.#open.get(index);
      const args = argumentsIn(delta.partial_json);
      if (open?.kind === 'served') open.args += args;
      if (open?.kind !== 'call') return;
      open.wrote ||= args !== '';
      const news = open.args.next(args);
      if (news !== '') yield { type: 'call-args', id: open.id, delta: news };
    }
  }

  *end(at: number | undefined): Generator<ModelEvent> {
    const index = at ?? this.#last;
    const open = this.#open.get(index);
    this.#open.delete(index);
    if (open?.kind === 'call') {
      // Some servers send the whole input with the beginning of the block, and no deltas.
      const whole = open.wrote || isEmpty(open.input) ? '' : argumentsIn(open.input);
      const rest = whole + open.args.end();
      if (rest !== '') yield { type: 'call-args', id: open.id, delta: rest };
      yield { type: 'call-end', id: open.id };
    } else if (open?.kind === 'thought') {
      const { signature: value } = open;
      yield {
        type: 'reasoning-end',
        ...(value !== '' && { sealed: seal({ by: this.#name, kind: 'thinking', value }) }),
      };
    } else if (open?.kind === 'served') {
      const input = parseAnswer(open.args);
      yield* this.#keep(input.ok ? { ...open.block, input: input.value } : open.block);
    }
  }

  /** Ends all open blocks at the end of the reply. */
  *endAll(): Generator<ModelEvent> {
    for (const index of this.#open.keys()) yield* this.end(index);
  }

  *#call(index: number, { id: sent, name, input }: Readonly<Record<string, unknown>>): Generator<ModelEvent> {
    const sentId = textInside(sent);
    const id = this.#ids.next(sentId);
    this.#open.set(index, { kind: 'call', id, sentId, input, wrote: false, args: new RepeatedArguments() });
    yield { type: 'call-start', id, name: nameIn(name) };
  }

  /** Keeps the blocks of the provider's own tools, to send them back along with the thoughts. */
  *#keep(candidate: unknown): Generator<ModelEvent> {
    const block = serverBlock(candidate);
    if (!block) return;
    yield { type: 'reasoning', delta: serverBlockText(block) };
    yield {
      type: 'reasoning-end',
      sealed: seal({ by: this.#name, kind: 'server-block', value: JSON.stringify(block) }),
    };
  }
}

const isEmpty = (input: unknown): boolean =>
  input === undefined || input === null || (isObject(input) && Object.keys(input).length === 0);

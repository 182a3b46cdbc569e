import { jsonPieces } from '@/lib/protocol/json-pieces';
import type { ModelRequest } from './model';

/** The JSON text of values that later requests send again. */
const texts = new WeakMap<object, string>();

/** Longer texts, such as those of pictures, are not kept: they would be in memory twice. In characters. */
const MOST = 200_000;

/** Characters that are serialized in one step. */
const STEP = 1_000_000;

/** How long steps may follow each other before other work gets its turn, in milliseconds. */
const SLICE_MS = 5;

/** Long work in steps: other work runs between them whenever some time has passed. An abort ends it there. */
export class Steps {
  readonly #pause: ModelRequest['pause'];
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor({ pause, signal }: Partial<Pick<ModelRequest, 'pause' | 'signal'>>) {
    this.#pause = pause;
    this.#signal = signal;
  }

  /** Whether to await `others` before the next step. */
  get due(): boolean {
    return this.#pause !== undefined && performance.now() - this.#since >= SLICE_MS;
  }

  /** Throws the signal's reason if it has aborted meanwhile. */
  async others(): Promise<void> {
    await this.#pause?.();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}

/**
 * JSON as providers take it. They refuse half a surrogate pair, such as a text has that was cut in the middle of a character,
 * and would refuse it again with each later turn.
 */
function wellFormed(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replaceAll(/\\(?:u(d[89a-f][0-9a-f]{2})|.)/g, (escape, half) => (half === undefined ? escape : '\ufffd'));
}

/** The JSON of a value that is sent again, made once as long as it is the same object. */
async function textOf(value: object, steps: Steps): Promise<string> {
  let text = '';
  for (const piece of jsonPieces(value, STEP)) {
    text += wellFormed(piece);
    if (steps.due) await steps.others();
  }
  if (text.length <= MOST) texts.set(value, text);
  return text;
}

/** Makes the SDKs send a body of text as it is. */
export const JSON_TYPE = { 'content-type': 'application/json' } as const;

interface Body {
  readonly messages: readonly object[];
  readonly tools?: readonly object[] | undefined;
}

/**
 * A request's body as JSON, for the SDKs to send as it is. They would serialize the whole conversation and all tools again in
 * every turn, in one go; here each message and each list of tools is serialized once, as long as it is the same object, and
 * other work runs in between.
 */
export async function bodyText({ messages, tools, ...rest }: Body, steps: Steps): Promise<string> {
  const others = wellFormed(JSON.stringify(rest)).slice(1, -1);
  const list = tools === undefined ? '' : `,"tools":${texts.get(tools) ?? (await textOf(tools, steps))}`;
  const sent: string[] = [];
  for (const message of messages) sent.push(texts.get(message) ?? (await textOf(message, steps)));
  return `{${others}${others === '' ? '' : ','}"messages":[${sent.join(',')}]${list}}`;
}

import type { CassetteEntry, RecordedPiece, RecordedTurn } from '@/lib/protocol';

/** What stands in the place of a secret. */
export const REDACTED = '[secret removed]';

/** How keys of providers and headers with credentials look. Quotes may be escaped: arguments are JSON in JSON. */
const SHAPES: readonly RegExp[] = [
  /\bsk-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bgh[pousr]_\w{30,}/g,
  /(?<=\b(?:authorization|proxy-authorization|x-api-key|api-key|x-goog-api-key|x-toolyard-key|cookie|set-cookie)["'\\]*\s*[:=]\s*["'\\]*)(?!\[secret)(?:(?:bearer|basic)\s+)?[^\s"',;}\\]{4,}/gi,
  /(?<=\bbearer\s+)[\w.~+/-]{16,}=*/gi,
];

/** A secret shorter than this is not looked for: it would be found in every second word. */
const SHORTEST = 6;

/** Takes secrets, and whatever looks like one, out of texts. */
export class Redactor {
  readonly #secrets: readonly string[];

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets.filter(({ length }) => length >= SHORTEST);
  }

  text(text: string): string {
    const plain = this.#secrets.reduce((safe, secret) => safe.replaceAll(secret, REDACTED), text);
    return SHAPES.reduce((safe, shape) => safe.replaceAll(shape, REDACTED), plain);
  }

  entry(entry: CassetteEntry): CassetteEntry {
    return entry.kind === 'turn' ? this.#turn(entry) : { ...entry, text: this.text(entry.text) };
  }

  /** A secret may be cut by the stream: each text is looked at as a whole. Bytes with a secret in them are left out. */
  #turn({ reply, ...turn }: RecordedTurn): RecordedTurn {
    const wholes = new Map<string, string>();
    for (const piece of turn.pieces) {
      if ('delta' in piece) wholes.set(keyOf(piece), (wholes.get(keyOf(piece)) ?? '') + piece.delta);
    }
    const unsafe = new Map([...wholes].filter(([, whole]) => this.text(whole) !== whole));
    const pieces = turn.pieces.map((piece) => {
      if (!('delta' in piece)) return piece;
      const whole = unsafe.get(keyOf(piece));
      if (whole === undefined) return piece;
      unsafe.set(keyOf(piece), '');
      return { ...piece, delta: this.text(whole) };
    });
    const bytes = reply?.chunks.map(({ text }) => text).join('') ?? '';
    const safe = unsafe.size === 0 && this.text(bytes) === bytes;
    return { ...turn, pieces, ...(safe && reply && { reply }) };
  }
}

const keyOf = (piece: RecordedPiece): string => ('id' in piece ? piece.id : `:${piece.type}`);

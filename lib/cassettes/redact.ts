import type { CassetteEntry, RecordedPiece, RecordedTurn } from '@/lib/protocol';

/** The replacement for a secret. */
export const REDACTED = '[secret removed]';

/** Patterns of provider keys and of headers with credentials. Quotes may be escaped, because arguments are JSON inside JSON. */
const SHAPES: readonly RegExp[] = [
  /\bsk-[\w-]{16,}/g,
  /\bAIza[\w-]{30,}/g,
  /\bgh[pousr]_\w{30,}/g,
  /(?<=\b(?:authorization|proxy-authorization|x-api-key|api-key|x-goog-api-key|x-toolyard-key|cookie|set-cookie)["'\\]*\s*[:=]\s*["'\\]*)(?!\[secret)(?:(?:bearer|basic)\s+)?[^\s"',;}\\]{4,}/gi,
  /(?<=\bbearer\s+)[\w.~+/-]{16,}=*/gi,
];

/** Shorter secrets are not searched for: they would match ordinary words. */
const SHORTEST = 6;

/** Removes known secrets, and whatever looks like one. */
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

  /** A stream may split a secret, so each text is checked as a whole. Bytes that contain a secret are left out. */
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

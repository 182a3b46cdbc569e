/** The part in which two texts differ, with context, cut at line ends. */
interface ChangedPart {
  readonly before: string;
  readonly after: string;
  /** Number of lines before the part, the same in both. */
  readonly linesBefore: number;
}

/** Lines kept on either side of the difference. */
const AROUND = 8;
/** Characters compared at a time. */
const STEP = 64 * 1024;

/** Trims what is equal at the start and end, so that a small change in a large text is compared quickly. */
export function changedPart(before: string, after: string): ChangedPart {
  const shorter = Math.min(before.length, after.length);
  const start = aboveBy(before, commonStart(before, after, shorter));
  const room = shorter - start;
  const end = belowBy(before, before.length - commonEnd(before, after, room));
  const tail = before.length - end;
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - tail),
    linesBefore: countLineEnds(before, start),
  };
}

function commonStart(a: string, b: string, most: number): number {
  let at = 0;
  while (at + STEP <= most && a.slice(at, at + STEP) === b.slice(at, at + STEP)) at += STEP;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

function commonEnd(a: string, b: string, most: number): number {
  let count = 0;
  const piece = (text: string): string => text.slice(text.length - count - STEP, text.length - count);
  while (count + STEP <= most && piece(a) === piece(b)) count += STEP;
  while (count < most && a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)) count++;
  return count;
}

/** The start of the line `AROUND` lines above an offset. */
function aboveBy(text: string, offset: number): number {
  let at = offset;
  for (let line = 0; line <= AROUND && at > 0; line++) at = text.lastIndexOf('\n', at - 1);
  return at <= 0 ? 0 : at + 1;
}

/** The end of the line `AROUND` lines below an offset. */
function belowBy(text: string, offset: number): number {
  let at = offset;
  for (let line = 0; line <= AROUND; line++) {
    const next = text.indexOf('\n', at);
    if (next === -1) return text.length;
    at = next + 1;
  }
  return at;
}

function countLineEnds(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

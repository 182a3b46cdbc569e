import type { SourceEdit } from './await-edits';

/** A text that the engine got with edits, in the order in which they were made. */
interface EditedText {
  source: string;
  edits: readonly SourceEdit[];
}

/** What a module has in place of `import(`, before its importer's number is known: the number must not move what follows. */
export const IMPORT_CALL = '__import(       ';
const NUMBERED = /__import\(\d[\d, ]{6}/g;

/** The newest first. */
let texts: EditedText[] = [];
let kept = 0;

/** How many characters are kept: a program may run texts without end. */
const MOST_KEPT = 64 * 1024 * 1024;

/** Keeps what a text was before its edits. */
export function keepOriginal(source: string, edits: readonly SourceEdit[]): void {
  if (edits.length === 0) return;
  if (texts[0]?.source === source && String(texts[0].edits) === String(edits)) return;
  if (kept > MOST_KEPT) [texts, kept] = [[], 0];
  texts.unshift({ source, edits });
  kept += source.length;
}

/** What begins an edit's own names, so that other texts need no search. */
const OWN_NAME = /__[a-z]/;

/** A part of an edited text as it was before; any other text as it is. Only texts from `first` on are looked at. */
export function originalText(part: string, first = 0): string {
  if (!OWN_NAME.test(part)) return part;
  // A module's imports are numbered after its edits.
  const unnumbered = part.replaceAll(NUMBERED, IMPORT_CALL);
  for (const [index, one] of texts.entries()) {
    if (index < first) continue;
    const code = codeOf(one);
    const form = [part, unnumbered].find((text) => code.includes(text));
    if (form === undefined) continue;
    const at = code.indexOf(form);
    // Edits may have been made to what was edited before.
    return originalText(one.source.slice(before(one, at), before(one, at + form.length)), index + 1);
  }
  return part;
}

function codeOf({ source, edits }: EditedText): string {
  let at = 0;
  const parts = edits.flatMap(([start, end, text]) => {
    const unchanged = source.slice(at, start);
    at = end;
    return [unchanged, text];
  });
  return parts.join('') + source.slice(at);
}

/** Where a position of the edited text was. */
function before({ edits }: EditedText, position: number): number {
  let by = 0;
  for (const [start, end, text] of edits) {
    if (position <= start + by) break;
    by += text.length - (end - start);
    if (position < end + by) return end;
  }
  return position - by;
}

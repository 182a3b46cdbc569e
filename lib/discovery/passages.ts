/** The longest passage, characters; only a paragraph longer than this is split. */
export const PASSAGE_CHARACTERS = 1200;

/** A piece of a document that search can return by itself. */
export interface PassageText {
  readonly text: string;
  /** The heading above it, if any. */
  readonly section?: string;
}

const HEADING = /^#{1,6}\s+(.+?)\s*#*$/;

/** Splits a text into passages of as many whole paragraphs as fit, never across a Markdown heading. */
export function passagesOf(text: string): PassageText[] {
  const passages: PassageText[] = [];
  let section: string | undefined;
  let open = '';
  const close = (): void => {
    if (open !== '') passages.push({ text: open, ...(section !== undefined && { section }) });
    open = '';
  };
  for (const paragraph of paragraphsOf(text)) {
    const heading = HEADING.exec(paragraph.split('\n', 1)[0] ?? '')?.[1];
    if (heading !== undefined) {
      close();
      section = heading;
    }
    for (const piece of piecesOf(paragraph)) {
      if (open !== '' && open.length + piece.length + 2 > PASSAGE_CHARACTERS) close();
      open = open === '' ? piece : `${open}\n\n${piece}`;
    }
  }
  close();
  return passages;
}

/** Blocks between empty lines; a heading starts a new block. */
const paragraphsOf = (text: string): string[] =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n|\n(?=#{1,6}\s)/)
    .map((paragraph) => paragraph.trimEnd().replace(/^\n+/, ''))
    .filter((paragraph) => paragraph.trim() !== '');

/** A paragraph, split at the end of a line or sentence or at a space if it is too long. */
function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let left = paragraph;
  while (left.length > PASSAGE_CHARACTERS) {
    const head = left.slice(0, PASSAGE_CHARACTERS);
    const end = [head.lastIndexOf('\n'), head.lastIndexOf('. ') + 1, head.lastIndexOf(' ')].find(
      (at) => at > PASSAGE_CHARACTERS / 2,
    );
    const cut = end ?? PASSAGE_CHARACTERS - (/[\ud800-\udbff]$/.test(head) ? 1 : 0);
    pieces.push(left.slice(0, cut).trimEnd());
    left = left.slice(cut).trimStart();
  }
  return left === '' ? pieces : [...pieces, left];
}

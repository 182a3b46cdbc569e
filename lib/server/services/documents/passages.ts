import MiniSearch from 'minisearch';

/** Characters of one passage at most, unless a single paragraph has more. */
const PASSAGE_CHARACTERS = 900;

/** A piece of a text, with the heading it stands under. */
export interface Passage {
  readonly heading: string;
  readonly text: string;
}

/** Cuts Markdown into passages: whole paragraphs, none across a heading. */
export function passagesOf(markdown: string): Passage[] {
  const passages: Passage[] = [];
  let heading = '';
  let open = '';
  const close = () => {
    if (open !== '') passages.push({ heading, text: open });
    open = '';
  };
  for (const paragraph of markdown.split(/\n\s*\n/)) {
    const next = /^#{1,6}\s+(.+)/.exec(paragraph);
    if (next || open.length + paragraph.length > PASSAGE_CHARACTERS) close();
    if (next) heading = next[1]?.trim() ?? '';
    for (let at = 0; at < paragraph.length; at += PASSAGE_CHARACTERS) {
      const piece = paragraph.slice(at, at + PASSAGE_CHARACTERS);
      if (at > 0) close();
      open = open === '' ? piece : `${open}\n\n${piece}`;
    }
  }
  close();
  return passages;
}

/** Places of the texts that fit a query, the best first. */
export function rank(texts: readonly { heading: string; text: string }[], query: string): number[] {
  const index = new MiniSearch({ fields: ['heading', 'text'] });
  index.addAll(texts.map((text, id) => ({ ...text, id })));
  const found = index.search(query, {
    boost: { heading: 2 },
    prefix: (term) => term.length > 3,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
  });
  return found.map(({ id }) => Number(id));
}

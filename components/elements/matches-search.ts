/** Whether each word of a search occurs in a text, in any order and case; a longer word may lack letters. */
export function matchesSearch(text: string, search: string): boolean {
  const searched = text.toLowerCase();
  let words: readonly string[] | undefined;
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((wanted) => {
      if (searched.includes(wanted)) return true;
      if (wanted.length < SHORTEST) return false;
      words ??= searched.split(/[^\p{L}\p{N}]+/u);
      return words.some((word) => isNearly(wanted, word));
    });
}

/** Shorter words are close to too many others. */
const SHORTEST = 5;
const MOST_LEFT_OUT = 2;

/** Whether a word has the same first letter as another and becomes it if one or two letters are inserted. */
function isNearly(wanted: string, word: string): boolean {
  if (wanted[0] !== word[0] || word.length - wanted.length > MOST_LEFT_OUT) return false;
  let at = 0;
  for (const letter of word) if (letter === wanted[at]) at++;
  return at === wanted.length;
}

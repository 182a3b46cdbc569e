/** Whether each word of a search stands somewhere in a text, whatever their order and case. */
export function matchesSearch(text: string, search: string): boolean {
  const searched = text.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => searched.includes(word));
}

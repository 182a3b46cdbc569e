/** Notes that last as long as the page. */
export interface Notes {
  /** Keeps a note and returns its URI. */
  add(title: string, text: string): string;
}

/** `keep` makes a resource of each note. */
export function createNotes(keep: (note: { uri: string; title: string; text: string }) => void): Notes {
  let count = 0;
  return {
    add(title, text) {
      count += 1;
      const uri = `playground://notes/${count}`;
      keep({ uri, title, text });
      return uri;
    },
  };
}

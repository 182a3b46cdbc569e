/** A text that this tab keeps over a reload; empty if there is none, or if the browser has no storage. */
export function sessionText(key: string): string {
  try {
    return sessionStorage.getItem(nameOf(key)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text until the tab is closed; an empty one is forgotten. */
export function saveSessionText(key: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(nameOf(key));
    else sessionStorage.setItem(nameOf(key), text);
  } catch {
    // Without storage, or room in it, the text lives as long as its field.
  }
}

const nameOf = (key: string): string => `toolyard.draft.${key}`;

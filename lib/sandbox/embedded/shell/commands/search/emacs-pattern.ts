/** A pattern of Emacs as a basic one: in it `+` and `?` are repetitions, and after a backslash they are not. */
export const basicOfEmacs = (pattern: string): string =>
  pattern.replaceAll(/\\[^]|\[\^?\]?[^\]]*\]|[+?]/g, (found) =>
    found === '+' || found === '?' ? `\\${found}` : found === '\\+' || found === '\\?' ? found.slice(1) : found,
  );

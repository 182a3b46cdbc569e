/** A code stands before a failed result's text, so that the model can tell one failure from another. */
export const failureText = (code: string, text: string): string => (text.startsWith(code) ? text : `${code}: ${text}`);

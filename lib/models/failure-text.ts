/** A failed result's text, preceded by its error code so that the model can tell failures apart. */
export const failureText = (code: string, text: string): string => (text.startsWith(code) ? text : `${code}: ${text}`);

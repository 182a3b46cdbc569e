/** Text that would end a script element early, or hide its end. */
const ENDS_TEXT = /<\/script|<!--/i;

/** Returns the text. Throws, with `name`, if it cannot be in a script element. */
export function scriptText(text: string, name: string): string {
  if (ENDS_TEXT.test(text)) throw new Error(`The ${name} holds what ends a script element.`);
  return text;
}

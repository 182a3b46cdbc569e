/** What would end a script's text before its end, or hide that end. */
const ENDS_TEXT = /<\/script|<!--/i;

/** The text itself. Throws, by its name, where no script element can hold it. */
export function scriptText(text: string, name: string): string {
  if (ENDS_TEXT.test(text)) throw new Error(`The ${name} holds what ends a script element.`);
  return text;
}

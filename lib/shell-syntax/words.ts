import { parse, type Word, type WordPart } from 'unbash';

/** Parses a text as one word. */
export function parseWord(text: string): Word {
  const command = parse(`: ${text}`).commands[0]?.command;
  const [word] = command?.type === 'Command' ? command.args : [];
  return word?.type === 'Word' ? word : { type: 'Word', text, value: text, pos: 0, end: text.length };
}

const textParts = new Map<string, readonly WordPart[]>();

/** The parts of a text that is expanded as in double quotes: parsed as the body of a here document; cached. */
export function partsOfText(text: string): readonly WordPart[] {
  const known = textParts.get(text);
  if (known) return known;
  const end = '\u0001end';
  const command = parse(`: <<${end}\n${text}\n${end}`).commands[0]?.command;
  const [redirect] = command?.type === 'Command' ? command.redirects : [];
  const parts = redirect?.type === 'HereDoc' ? (redirect.body.parts ?? [literal(redirect.body.text)]) : [literal(text)];
  if (textParts.size > 1000) textParts.clear();
  textParts.set(text, parts);
  return parts;
}

const literal = (text: string): WordPart => ({ type: 'Literal', pos: 0, end: text.length, text, value: text });

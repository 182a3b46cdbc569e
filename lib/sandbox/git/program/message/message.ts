import { GitFailure } from '../../git-failure';
import type { Signature } from '../../store/person';
import { Config } from '../setup/config';
import { trailerBlock, trailerConfig } from './trailers';

/** How a message is cleaned up: `strip` also removes comments, `scissors` what follows a cut line. */
export type CleanupMode = 'strip' | 'whitespace' | 'scissors' | 'verbatim';

/** Cleans up a message: removes comments, trailing white space and repeated blank lines. */
export function cleanMessage(text: string, mode: CleanupMode = 'strip', comment = '#'): string {
  if (mode === 'verbatim') return text;
  const whole = text.split('\n').map((line) => line.trimEnd());
  const cut =
    mode === 'scissors' ? whole.indexOf(`${comment} ------------------------ >8 ------------------------`) : -1;
  const lines = cut < 0 ? whole : whole.slice(0, cut);
  const kept = mode === 'strip' ? lines.filter((line) => !line.startsWith(comment)) : lines;
  const body = kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd();
  return body === '' ? '' : `${body}\n`;
}

/** What comments in a message begin with; with `core.commentChar=auto`, what none of its lines does. */
export function commentChar({ config }: { readonly config: Config }, text: string): string {
  const setting = config.get('core.commentChar') ?? '#';
  if (setting !== 'auto' && Array.from(setting).length > 1)
    throw new GitFailure(
      "core.commentChar should only be one character\nfatal: bad config variable 'core.commentchar'",
      128,
      'error: ',
    );
  if (setting !== 'auto') return setting;
  const starts = new Set(text.split('\n').map((line) => line[0]));
  const free = Array.from('#;@!$%^&|:').find((char) => !starts.has(char));
  if (free === undefined)
    throw new GitFailure('unable to select a comment character that is not used\nin the current commit message');
  return free;
}

/** Joins several `-m` values as paragraphs. */
export const joinParagraphs = (parts: readonly string[]): string =>
  parts.map((part) => (part.endsWith('\n') ? part : `${part}\n`)).join('\n');

const STANDARD = trailerConfig(new Config([]));

/** The trailers of a message, each with the lines on which it goes on; empty if it has none. */
export const trailersOf = (message: string): string[] => trailerBlock(message, STANDARD).trailers.map(STANDARD.line);

/** The trailers of a message as they are written; empty if it has none. */
export function trailersAsWritten(message: string): string {
  const { before, after } = trailerBlock(message, STANDARD);
  const whole = message === '' || message.endsWith('\n') ? message : `${message}\n`;
  return whole.slice(before.length, whole.length - after.length);
}

/** The message with a trailer such as `Signed-off-by: …` added after its others, unless it is the last already. */
export function addTrailer(message: string, trailer: string): string {
  const text = message.trimEnd();
  const trailers = trailersOf(text);
  if (trailers.at(-1) === trailer) return `${text}\n`;
  return `${text}${trailers.length > 0 ? '\n' : '\n\n'}${trailer}\n`;
}

/** The message with a sign-off, before comments at its end. */
export function signedOff(message: string, { name, email }: Pick<Signature, 'name' | 'email'>): string {
  const { after } = trailerBlock(message, STANDARD);
  const comments = after.trim() === '' ? '' : after;
  return addTrailer(message.slice(0, message.length - comments.length), `Signed-off-by: ${name} <${email}>`) + comments;
}

/** A subject, made fit for a file name. */
export const fileName = (subject: string): string =>
  subject
    .replaceAll(/[^A-Za-z0-9._]+/g, '-')
    .replaceAll(/\.{2,}/g, '.')
    .replace(/^-+/, '')
    .replace(/[-.]+$/, '');

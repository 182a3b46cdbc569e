import { ModelError } from './model';
import type { ProviderClientOptions } from './provider-clients';

/** A shorter text is not masked: it may be an ordinary word. */
const SECRET = 12;
/** Most characters of a secret that may stay, less one: many begin alike. */
const BEGINNING = 6;
const LEFT_OUT = '[left out]';

/** What a server must not be quoted with: the key, and the values of headers that a person set. */
export const secretValues = ({ apiKey, headers = {} }: ProviderClientOptions): readonly string[] => [
  apiKey,
  ...Object.values(headers),
];

/** Returns texts without these secrets, which servers quote as they are, within JSON, or without the word before a token. */
export function leavingOut(secrets: readonly string[]): (text: string) => string {
  const forms = formsOf(secrets);
  return (text) => forms.reduce((left, secret) => left.replaceAll(secret, LEFT_OUT), text);
}

const formsOf = (secrets: readonly string[]): readonly string[] =>
  secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+\s+/, '')])
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter(({ length }) => length >= SECRET)
    .toSorted((one, other) => other.length - one.length);

/** The error in words without these secrets, or the beginning of one in which they were cut: a thread keeps it. */
export function withoutSecrets({ code, message, retry, status }: ModelError, secrets: readonly string[]): ModelError {
  const words = leavingOut(secrets)(message);
  const cut = Math.max(0, ...formsOf(secrets).map((secret) => endingIn(words, secret)));
  const kept = cut < BEGINNING ? words : words.slice(0, -cut) + LEFT_OUT;
  return new ModelError(code, kept, retry, status);
}

/** How many characters at the end of a text are the beginning of a secret. */
function endingIn(text: string, secret: string): number {
  let length = secret.length - 1;
  while (!text.endsWith(secret.slice(0, length))) length -= 1;
  return length;
}

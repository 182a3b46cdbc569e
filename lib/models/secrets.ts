import { ModelError } from './model';
import type { ProviderClientOptions } from './provider-clients';

/** A shorter text is not masked: it may be an ordinary word. */
const SECRET = 12;
const LEFT_OUT = '[left out]';

/** What a server must not be quoted with: the key, and the values of headers that a person set. */
export const secretValues = ({ apiKey, headers = {} }: ProviderClientOptions): readonly string[] => [
  apiKey,
  ...Object.values(headers),
];

/** Returns texts without these secrets, which servers quote as they are, within JSON, or without the word before a token. */
export function leavingOut(secrets: readonly string[]): (text: string) => string {
  const forms = secrets
    .flatMap((secret) => [secret, secret.replace(/^\S+\s+/, '')])
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .filter(({ length }) => length >= SECRET)
    .toSorted((one, other) => other.length - one.length);
  return (text) => forms.reduce((left, secret) => left.replaceAll(secret, LEFT_OUT), text);
}

/** The error in words without these secrets: a thread keeps it. */
export const withoutSecrets = ({ code, message, retry, status }: ModelError, secrets: readonly string[]): ModelError =>
  new ModelError(code, leavingOut(secrets)(message), retry, status);

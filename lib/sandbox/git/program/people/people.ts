import { GitFailure } from '../../git-failure';
import { NOBODY } from '../../identity';
import type { Signature } from '../../store/person';
import type { Context } from '../setup/context';
import { localZone } from './dates';
import { readExactDate } from './exact-date';

const WHO_ARE_YOU = `
*** Please tell me who you are.

Run

  git config --global user.email "you@example.com"
  git config --global user.name "Your Name"

to set your account's default identity.
Omit --global to set the identity only in this repository.

`;

/** The author or committer: from the environment, the settings, or the default. */
export function personOf(
  { io: { env }, config }: Pick<Context, 'io' | 'config'>,
  role: 'AUTHOR' | 'COMMITTER',
): Signature {
  const own = role.toLowerCase();
  const name = env[`GIT_${role}_NAME`] ?? config.get(`${own}.name`) ?? config.get('user.name') ?? NOBODY.name;
  const email =
    env[`GIT_${role}_EMAIL`] ?? config.get(`${own}.email`) ?? config.get('user.email') ?? env.EMAIL ?? NOBODY.email;
  if (name === '')
    throw new GitFailure(
      `${role === 'AUTHOR' ? 'Author' : 'Committer'} identity unknown\n${WHO_ARE_YOU}fatal: empty ident name (for <${cleanName(email)}>) not allowed`,
      128,
      '',
    );
  return { ...identity(name, email), ...momentOf(env[`GIT_${role}_DATE`]) };
}

export const committerOf = (context: Pick<Context, 'io' | 'config'>): Signature => personOf(context, 'COMMITTER');

const CRUD = String.raw`[\0-\x20.,:;<>"'\\]`;
const CRUD_AT_ENDS = new RegExp(`^${CRUD}+|${CRUD}+$`, 'g');

/** A name or address as git stores it: without spaces and punctuation at its ends. */
export const cleanName = (text: string): string => text.replaceAll(CRUD_AT_ENDS, '').replaceAll(/[<>\n]/g, '');

function identity(name: string, email: string): Pick<Signature, 'name' | 'email'> {
  if (cleanName(name) === '') throw new GitFailure(`name consists only of disallowed characters: ${name}`);
  return { name: cleanName(name), email: cleanName(email) };
}

export function momentOf(text: string | undefined): { time: number; zone: string } {
  if (text === undefined || text === '') {
    const time = Math.floor(Date.now() / 1000);
    return { time, zone: localZone(time) };
  }
  const found = readExactDate(text);
  if (!found) throw new GitFailure(`invalid date format: ${text}`);
  return found;
}

/** Parses `Name <email>` as an author. */
export function readAuthor(text: string): Pick<Signature, 'name' | 'email'> {
  const [, name, email] = /^(.*?)\s*<(.*)>$/.exec(text) ?? [];
  if (name === undefined || email === undefined) {
    throw new GitFailure(`--author '${text}' is not 'Name <email>' and matches no existing author`);
  }
  return identity(name, email);
}

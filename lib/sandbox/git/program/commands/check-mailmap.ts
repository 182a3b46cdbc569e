import { GitFailure } from '../../git-failure';
import { openContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { namesOnInput } from '../terminal/names-on-input';
import { readMailmap } from '../people/mailmap';
import { readOptions } from '../terminal/options';

/** Prints people's names and addresses as the mailmap has them. */
export const checkMailmap: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { stdin: '--stdin' } });
  const given = options.is('stdin') ? await namesOnInput(io) : options.rest;
  if (given.length === 0) throw new GitFailure('no contacts specified');
  const mapped = await readMailmap(await openContext(io));
  for (const text of given) {
    const [, name = '', email] = /^(.*?)\s*<([^>]*)>$/.exec(text) ?? [];
    if (email === undefined) throw new GitFailure(`unable to parse contact: ${text}`);
    const found = mapped({ name, email });
    io.out(`${found.name === '' ? '' : `${found.name} `}<${found.email}>\n`);
  }
};

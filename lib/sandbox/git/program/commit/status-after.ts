import type { Context } from '../setup/context';
import { closingText, standingOf, statusText } from './status-text';

/** The status that is printed if a commit would be empty. */
export async function statusAfterEmpty(context: Context): Promise<string> {
  const found = await standingOf(context, { untracked: 'normal' });
  const how = { untracked: 'normal', forCommit: true } as const;
  return `${await statusText(context, found, how)}${closingText(found, how)}`;
}

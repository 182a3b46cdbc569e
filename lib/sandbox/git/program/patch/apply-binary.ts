import { NO_OID } from '../../store/refs';
import type { Context } from '../setup/context';
import type { FileEdit } from './patch-file';

const isWhole = (id: string | undefined): id is string => id !== undefined && /^[0-9a-f]{40}$/.test(id);

/**
 * What a binary patch makes of a file, undefined if it removes it; or why it does not apply. The file has to be just the one
 * that the patch was made from: there is no context by which to place it.
 */
export async function applyBinary(
  { objects }: Pick<Context, 'objects'>,
  { binary, from, oldId, newId }: FileEdit,
  path: string,
  before: Uint8Array,
): Promise<{ bytes: Uint8Array | undefined } | string> {
  const refused = (why: string) => `error: ${why}\nerror: ${path}: patch does not apply\n`;
  if (!isWhole(oldId) || !isWhole(newId))
    return refused(`cannot apply binary patch to '${path}' without full index line`);
  const own = objects.hash('blob', before);
  if (from !== undefined && own !== oldId)
    return refused(`the patch applies to '${path}' (${own}), which does not match the current contents.`);
  if (from === undefined && before.length > 0)
    return refused(`the patch applies to an empty '${path}' but it is not empty`);
  if (newId === NO_OID) return { bytes: undefined };
  if (await objects.find(newId)) return { bytes: await objects.blob(newId) };
  if (!binary?.now)
    return refused(`missing binary patch data for '${path}'\nerror: binary patch does not apply to '${path}'`);
  const bytes = binary.now(before);
  if (!bytes) return refused(`binary patch does not apply to '${path}'`);
  const made = objects.hash('blob', bytes);
  return made === newId
    ? { bytes }
    : refused(`binary patch to '${path}' creates incorrect result (expecting ${newId}, got ${made})`);
}

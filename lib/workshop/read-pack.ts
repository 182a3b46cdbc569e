import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import { MOST_TEXT, PackSchema, type Pack } from './pack';

export type ReadPack = { readonly ok: true; readonly pack: Pack } | { readonly ok: false; readonly reason: string };

/** Maximum length of a file to read, characters: any pack is smaller. */
const MOST = MOST_TEXT * 8;

const no = (reason: string): ReadPack => ({ ok: false, reason });

/** A pack that somebody exported, or a sentence that says why it is not one. Never throws. */
export function readPack(text: string): ReadPack {
  if (text.length > MOST)
    return no(
      `It has ${text.length.toLocaleString('en')} characters: a pack has ${MOST_TEXT.toLocaleString('en')} at most.`,
    );
  const value = parseJson(z.looseObject({ toolyardPack: z.unknown().optional() }), text);
  if (!value.ok) return no('It is no JSON of a pack. Part of it may be missing.');
  const { toolyardPack: version } = value.value;
  if (version === undefined) return no('It is JSON, but no pack of Toolyard.');
  if (typeof version === 'number' && version > 1)
    return no(`It was made by a later version of Toolyard (packs of version ${version}): this one reads version 1.`);
  const pack = PackSchema.safeParse(value.value);
  if (!pack.success) return no(`It has been changed, and is no pack any more. ${z.prettifyError(pack.error)}`);
  return { ok: true, pack: pack.data };
}

import type { Client } from '@/lib/client/state';
import { saveFile } from '../../state/save-file';

/** Saves the present thread as a file to replay. */
export async function saveCassette(client: Pick<Client, 'record'>): Promise<void> {
  const cassette = await client.record();
  if (!cassette) return;
  const words = cassette.title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  saveFile(`${words.slice(0, 6).join('-') || 'run'}.cassette.json`, JSON.stringify(cassette, null, 1));
}

import type { Host } from '@/lib/host/state';
import { saveFile } from '../../state/save-file';

/** Saves the present thread as a file to replay. */
export async function saveCassette(host: Pick<Host, 'record'>): Promise<void> {
  const cassette = await host.record();
  if (!cassette) return;
  const words = cassette.title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  saveFile(`${words.slice(0, 6).join('-') || 'run'}.cassette.json`, JSON.stringify(cassette, null, 1));
}

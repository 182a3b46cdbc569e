/** Most bytes of a response that are read. */
const MAX_BYTES = 5_000_000;

/** The beginning of a response as text, decoded by its own charset. Anything beyond the limit is not received. */
export async function readText(response: Response): Promise<{ text: string; bytes: number; cut: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) break;
  }
  const all = Buffer.concat(chunks).subarray(0, MAX_BYTES);
  return { text: decoderFor(response, all).decode(all), bytes: all.byteLength, cut: bytes > MAX_BYTES };
}

function decoderFor(response: Response, bytes: Buffer): TextDecoder {
  const named = /charset\s*=\s*["']?([\w-]+)/i;
  const said =
    named.exec(response.headers.get('content-type') ?? '')?.[1] ??
    named.exec(bytes.subarray(0, 1024).toString('latin1'))?.[1];
  try {
    return new TextDecoder(said ?? 'utf-8');
  } catch {
    return new TextDecoder('utf-8');
  }
}

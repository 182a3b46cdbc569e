import type { SandboxProcess } from '@/lib/ports';

/** Everything that a process writes until it ends, and its exit code. */
export async function finished(process: SandboxProcess): Promise<{ text: string; code: number }> {
  const text = await readAll(process.output);
  return { text, code: await process.exit };
}

async function readAll(stream: ReadableStream<string>): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  return text;
}

/** Reads until `wanted` appears; the stream can be read further. */
export async function readUntil(reader: ReadableStreamDefaultReader<string>, wanted: string): Promise<string> {
  let text = '';
  while (!text.includes(wanted)) {
    const part = await reader.read();
    if (part.done) throw new Error(`output ended without '${wanted}': ${text}`);
    text += part.value;
  }
  return text;
}

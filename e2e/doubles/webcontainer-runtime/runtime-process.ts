import type { SandboxProcess } from '@/lib/ports';

const END_OF_INPUT = '\x04';
const INTERRUPT = '\x03';

type Listener = (data: Uint8Array | null) => Promise<unknown>;

/** A process in the runtime's wire format. Without a terminal, control characters are handled here. */
export function runtimeProcess(process: SandboxProcess, hasTerminal: boolean, output: Listener | undefined) {
  const writer = process.input.getWriter();
  const drained = drain(process.output, output);
  return {
    onExit: drained.then(() => process.exit),
    async write(text: string) {
      if (hasTerminal || (text !== END_OF_INPUT && text !== INTERRUPT)) await writer.write(text);
      else if (text === END_OF_INPUT) await writer.close();
      else process.kill('SIGINT');
    },
    async kill() {
      process.kill('SIGKILL');
    },
    async resize(size: { cols: number; rows: number }) {
      process.resize(size);
    },
  };
}

async function drain(stream: ReadableStream<string>, output: Listener | undefined): Promise<void> {
  const encoder = new TextEncoder();
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read())
    await output?.(encoder.encode(part.value));
  await output?.(null);
}

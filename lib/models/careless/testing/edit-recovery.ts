import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileLedger } from '@/lib/ports';
import { sha256 } from '@/lib/protocol';
import { SampleSchema } from '@/lib/scenarios';
import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { createBench } from '@/lib/tools/testing/bench';
import type { AnyTool } from '@/lib/tools/tool';
import { isTextToFind, type IntendedCall } from '../slips';
import { asTheirs, offeredOf, scenarioCalls, type Messages } from './recovery';

const SAMPLE = join(import.meta.dirname, '../../../../public/samples/cart');

/**
 * All systems whose answers to edits are compared, Toolyard first, in a real folder with the cart sample's files, all of
 * which have been read.
 */
export async function editMessages(): Promise<Messages[]> {
  const { files } = SampleSchema.parse(JSON.parse(await readFile(join(SAMPLE, 'files.json'), 'utf8')));
  const texts = new Map<string, string>();
  for (const file of files) texts.set(file, await readFile(join(SAMPLE, file), 'utf8'));
  const edits = scenarioCalls().filter(({ input }) =>
    Object.entries(input).some(
      ([field, text]) => isTextToFind(field) && texts.get(String(input.file_path))?.split(String(text)).length === 2,
    ),
  );
  const systems = PRESETS.map((preset) => ({
    title: `preset ${preset.title}`,
    tools: presetTools(preset, builtinTools),
  }));
  return Promise.all([
    answersOf('Toolyard', builtinTools, texts, () => edits),
    ...systems.map(({ title, tools }) => answersOf(title, tools, texts, (folder) => asTheirs(edits, tools, folder))),
  ]);
}

async function answersOf(
  title: string,
  tools: readonly AnyTool[],
  texts: ReadonlyMap<string, string>,
  callsIn: (folder: string) => readonly IntendedCall[],
): Promise<Messages> {
  const read = new Map<string, string>();
  const ledger: FileLedger = {
    seen: (path) => read.get(path),
    record: (path, hash) => void read.set(path, hash),
    forget: (path) => void read.delete(path),
  };
  const bench = await createBench(tools, { ledger });
  return {
    title,
    calls: callsIn(bench.sandbox.workdir).filter(({ input }) => Object.keys(input).some(isTextToFind)),
    offered: offeredOf(tools),
    async begin() {
      for (const [file, text] of texts) {
        await bench.write(file, text);
        read.set(`${bench.sandbox.workdir}/${file}`, await sha256(text));
      }
    },
    async answer({ name, args }) {
      const { result } = await bench.call(name, args);
      return result.success ? undefined : result.text;
    },
  };
}

import { z } from 'zod';
import type { Sandbox } from '@/lib/ports';

/** A file tree in the runtime's wire format: `d` is a folder, `f.c` contents (`b`: one character per byte), `f.l` a link. */
export interface RuntimeFolder {
  d: Record<string, RuntimeNode>;
}
type RuntimeNode = RuntimeFolder | { f: { c: string; b?: boolean | undefined } | { l: string } };

export const RuntimeFolderSchema: z.ZodType<RuntimeFolder> = z.object({
  d: z.record(
    z.string(),
    z.lazy(() =>
      z.union([
        RuntimeFolderSchema,
        z.object({ f: z.union([z.object({ c: z.string(), b: z.boolean().optional() }), z.object({ l: z.string() })]) }),
      ]),
    ),
  ),
});

/** Writes a tree below an existing folder. */
export async function writeTree(sandbox: Sandbox, { d }: RuntimeFolder, folder: string): Promise<void> {
  for (const [name, node] of Object.entries(d)) {
    const path = `${folder}/${name}`;
    if ('d' in node) {
      await sandbox.fs.mkdir(path, { recursive: true });
      await writeTree(sandbox, node, path);
    } else if ('l' in node.f) await said(sandbox, 'ln', ['-s', node.f.l, path]);
    else await sandbox.fs.writeFile(path, node.f.b ? fromLatin1(node.f.c) : node.f.c);
  }
}

/** Reads the tree below a folder. */
export async function readTree(sandbox: Sandbox, folder: string): Promise<RuntimeFolder> {
  const tree: RuntimeFolder = { d: {} };
  for (const { name, type } of await sandbox.fs.readdir(folder)) {
    const path = `${folder}/${name}`;
    if (type === 'directory') tree.d[name] = await readTree(sandbox, path);
    else if (type === 'symlink') tree.d[name] = { f: { l: await said(sandbox, 'readlink', [path]) } };
    else tree.d[name] = { f: contents(await sandbox.fs.readFile(path)) };
  }
  return tree;
}

function contents(bytes: Uint8Array): { c: string; b?: boolean } {
  try {
    return { c: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { c: Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''), b: true };
  }
}

const fromLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** A command's output without the last line break. */
async function said(sandbox: Sandbox, command: string, args: string[]): Promise<string> {
  const child = await sandbox.spawn(command, args);
  const reader = child.output.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  return text.trimEnd();
}

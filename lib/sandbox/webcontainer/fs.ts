import type { FileSystemAPI } from '@webcontainer/api';
import { z } from 'zod';
import type { DirEntry, SandboxFs, Unsubscribe } from '@/lib/ports';
import { HelperEntriesSchema, StatSchema } from './answers';
import { guardedCall } from '../errors';
import type { Helper } from './helper-client';
import type { Paths } from './paths';
import type { HelperRequest } from './request';

/**
 * The runtime's files behind the port. Its API reaches only the working directory and has neither `stat` nor `realpath`:
 * the helper handles these, and everything outside.
 */
export function adaptFs(fs: FileSystemAPI, paths: Paths, helper: Helper): SandboxFs {
  const done = (path: string, request: HelperRequest) =>
    guardedCall(path, async () => void (await helper.ask(request, z.unknown())));

  const bytes = (path: string) =>
    guardedCall(path, async () => {
      const inside = paths.inside(path);
      return inside === undefined
        ? fromBase64(await helper.ask({ op: 'readFile', path }, z.string()))
        : new Uint8Array(await fs.readFile(inside));
    });

  function readFile(path: string): Promise<Uint8Array>;
  function readFile(path: string, encoding: 'utf8'): Promise<string>;
  async function readFile(path: string, encoding?: 'utf8'): Promise<Uint8Array | string> {
    const content = await bytes(path);
    return encoding ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(content) : content;
  }

  return {
    readFile,
    stat: (path) => guardedCall(path, () => helper.ask({ op: 'stat', path }, StatSchema)),
    realpath: (path) => guardedCall(path, () => helper.ask({ op: 'realpath', path }, z.string())),
    rm: (path, { recursive = false, force = false } = {}) => done(path, { op: 'rm', path, recursive, force }),
    writeFile(path, data) {
      const inside = paths.inside(path);
      if (inside !== undefined) return guardedCall(path, () => fs.writeFile(inside, data));
      const content = typeof data === 'string' ? new TextEncoder().encode(data) : data;
      return done(path, { op: 'writeFile', path, base64: toBase64(content) });
    },
    readdir: (path) =>
      guardedCall(path, async () => {
        const inside = paths.inside(path);
        const entries =
          inside === undefined
            ? await helper.ask({ op: 'readdir', path }, HelperEntriesSchema)
            : (await fs.readdir(inside, { withFileTypes: true })).map((entry): DirEntry => ({
                name: entry.name,
                type: entry.isFile() ? 'file' : entry.isDirectory() ? 'directory' : 'symlink',
              }));
        return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      }),
    mkdir(path, { recursive = false } = {}) {
      const inside = paths.inside(path);
      if (inside === undefined) return done(path, { op: 'mkdir', path, recursive });
      return guardedCall(
        path,
        async () => void (await (recursive ? fs.mkdir(inside, { recursive }) : fs.mkdir(inside))),
      );
    },
    rename(from, to) {
      const [inFrom, inTo] = [paths.inside(from), paths.inside(to)];
      if (inFrom === undefined || inTo === undefined) return done(from, { op: 'rename', from, to });
      return guardedCall(from, () => fs.rename(inFrom, inTo));
    },
    watch(path, listener): Unsubscribe {
      const inside = paths.inside(path);
      if (inside === undefined) return () => {};
      const base = path.replace(/\/$/, '');
      const watcher = fs.watch(inside, { recursive: true }, (type, name) => {
        const text = typeof name === 'string' ? name : new TextDecoder().decode(name);
        listener({ type, path: text ? `${base}/${text.replace(/^\.?\//, '')}` : base });
      });
      return () => watcher.close();
    },
  };
}

/** Bytes as base64, in chunks: `String.fromCharCode` accepts a limited number of arguments. */
function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

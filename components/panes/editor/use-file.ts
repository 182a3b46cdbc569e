'use client';

import type { Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { useCallback, useEffect, useState } from 'react';
import { textOf } from '../../messages/text';

export interface EditedFile {
  /** The text in the sandbox; undefined until it has been read. */
  disk: string | undefined;
  /** The text as the person has edited it. */
  text: string;
  dirty: boolean;
  /** The file changed in the sandbox while there was unsaved text. */
  conflict: boolean;
  /** Why the file cannot be shown. */
  problem: string | undefined;
}

const UNREAD: EditedFile = { disk: undefined, text: '', dirty: false, conflict: false, problem: undefined };

/** The largest file that the editor opens, bytes. */
const MOST = 2 * 1024 * 1024;

/** The state after the file was read again; a person's unsaved text is never thrown away. */
export function afterRead(file: EditedFile, disk: string): EditedFile {
  if (!file.dirty || file.text === disk) return { disk, text: disk, dirty: false, conflict: false, problem: undefined };
  return { ...file, disk, conflict: file.conflict || disk !== file.disk, problem: undefined };
}

/** The state after a person typed. */
export const afterEdit = (file: EditedFile, text: string): EditedFile => ({
  ...file,
  text,
  dirty: text !== file.disk,
  conflict: file.conflict && text !== file.disk,
});

/** A file in the sandbox, kept up to date, with a person's edits to it. */
export function useFile(sandbox: Sandbox | undefined, path: string) {
  const [file, setFile] = useState(UNREAD);

  const reload = useCallback(async (): Promise<void> => {
    if (!sandbox) return;
    const read = await readText(sandbox, path);
    setFile((known) => (read.ok ? afterRead(known, read.text) : { ...known, problem: read.problem }));
  }, [sandbox, path]);

  useEffect(() => {
    void reload();
    return sandbox?.fs.watch(path, () => void reload());
  }, [sandbox, path, reload]);

  return {
    file,
    edit: (text: string) => setFile((known) => afterEdit(known, text)),
    saved: (text: string) =>
      setFile((known) => ({ ...afterEdit({ ...known, disk: text }, known.text), conflict: false })),
    /** Discards the person's edits and shows what is in the sandbox. */
    revert: () => setFile((known) => ({ ...known, text: known.disk ?? '', dirty: false, conflict: false })),
  };
}

type Read = { ok: true; text: string } | { ok: false; problem: string };

async function readText(sandbox: Sandbox, path: string): Promise<Read> {
  try {
    const { size } = await sandbox.fs.stat(path);
    if (size > MOST) return { ok: false, problem: textOf('fileTabs')('tooLarge') };
    const bytes = await sandbox.fs.readFile(path);
    if (bytes.subarray(0, 8000).includes(0)) return { ok: false, problem: textOf('fileTabs')('notText') };
    return { ok: true, text: new TextDecoder().decode(bytes) };
  } catch (error) {
    return { ok: false, problem: messageOf(error) };
  }
}

import { FileNameSchema } from '@/lib/workshop/pack';
import type { StoreApi } from 'zustand/vanilla';
import type { PackSources, WorkbenchState } from './workbench-state';
import { textOf } from '../../messages/text';

/** A person's actions on the files of the open pack. */
export interface PackFiles {
  /** Adds a file under exactly this name. Returns why it cannot; undefined on success. */
  addFile(file: string): Promise<string | undefined>;
  renameFile(file: string, to: string): Promise<string | undefined>;
  /** Removes a file; the last one stays. */
  removeFile(file: string): Promise<void>;
  /** Restores an earlier state of the pack. The present state becomes a version. */
  restore(files: PackSources): Promise<void>;
}

export function createPackFiles(
  { getState, setState }: StoreApi<WorkbenchState>,
  save: (asVersion?: boolean) => Promise<void>,
): PackFiles {
  const change = async (files: PackSources, asVersion = false): Promise<void> => {
    setState({ files, keeping: 'typing' });
    await save(asVersion);
  };
  const whyNoFile = (file: string): string | undefined => {
    const say = textOf('workshop');
    if (Object.hasOwn(getState().files, file)) return say('fileTaken', { name: file });
    if (FileNameSchema.safeParse(file).success) return undefined;
    return say('fileName');
  };
  return {
    async addFile(file) {
      const why = whyNoFile(file);
      if (why === undefined) await change({ ...getState().files, [file]: '' });
      return why;
    },
    async renameFile(file, to) {
      const why = whyNoFile(to);
      if (why !== undefined) return why;
      const entries = Object.entries(getState().files);
      await change(Object.fromEntries(entries.map(([path, text]) => [path === file ? to : path, text])));
      return undefined;
    },
    async removeFile(file) {
      const { [file]: _gone, ...rest } = getState().files;
      if (Object.keys(rest).length > 0) await change(rest);
    },
    async restore(files) {
      if (getState().keeping === 'typing') await save();
      await change({ ...files }, true);
    },
  };
}

import { PACK_EXPORTS, type PackExport } from '@/lib/workshop/export-pack';
import { useState } from 'react';

const KEY = 'toolyard:export-target';

/** What takes a tool to most other clients. */
const FIRST: PackExport['id'] = 'mcp-server';

/** The export target last chosen in this browser. */
export function useExportTarget(): [PackExport['id'], (target: PackExport['id']) => void] {
  const [target, setTarget] = useState(readTarget);
  const choose = (chosen: PackExport['id']): void => {
    setTarget(chosen);
    try {
      localStorage.setItem(KEY, chosen);
    } catch {
      // If the browser cannot store it, the choice is lost on reload.
    }
  };
  return [target, choose];
}

function readTarget(): PackExport['id'] {
  try {
    const kept = localStorage.getItem(KEY);
    return PACK_EXPORTS.find(({ id }) => id === kept)?.id ?? FIRST;
  } catch {
    return FIRST;
  }
}

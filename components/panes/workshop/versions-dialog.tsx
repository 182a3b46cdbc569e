'use client';

import type { PackVersion } from '@/lib/workshop/pack-store';
import { createTwoFilesPatch } from 'diff';
import { useEffect, useMemo, useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { Patch } from '../../elements/patch';
import { Pick } from '../../elements/pick';
import { useBench, useWorkbench } from './use-workbench';
import type { Files } from './keeper';

/** What a pack was, beside what it is: each version can be had again. */
export function VersionsDialog({ onDone }: { onDone: () => void }) {
  const workbench = useWorkbench();
  const files = useBench((state) => state.files);
  const [versions, setVersions] = useState<readonly PackVersion[]>();
  const [at, setAt] = useState('0');
  useEffect(() => void workbench.versions().then(setVersions), [workbench]);
  const version = versions?.[Number(at)];
  const changed = version ? changedIn(version.files, files) : [];
  return (
    <Dialog title="Versions" onClose={onDone} className="w-[min(1100px,calc(100vw-32px))]">
      {version ? (
        <>
          <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
            <Pick
              label="Version"
              value={at}
              options={(versions ?? []).map(({ savedAt }, index) => ({ id: String(index), title: timeOf(savedAt) }))}
              onPick={setAt}
            />
            <span className="flex-1" />
            <Button
              look="primary"
              disabled={changed.length === 0}
              onClick={() => {
                onDone();
                void workbench.restore(version.files);
              }}
            >
              Restore this version
            </Button>
          </div>
          <div className="grid gap-3 overflow-y-auto p-3">
            {changed.length === 0 && <p className="text-dim">The pack is what it was then.</p>}
            {changed.map((path) => (
              <FileChange key={path} path={path} then={version.files[path] ?? ''} now={files[path] ?? ''} />
            ))}
          </div>
        </>
      ) : (
        <p role="status" className="p-4 text-dim">
          {versions
            ? 'There is none yet. One is kept of what stood for half a minute, when it is changed.'
            : 'Loading…'}
        </p>
      )}
    </Dialog>
  );
}

/** Milliseconds in which a difference has to be found. */
const PATIENCE = { timeout: 500 };

/** What has been changed in a file since. */
function FileChange({ path, then, now }: { path: string; then: string; now: string }) {
  const patch = useMemo(
    () => createTwoFilesPatch(path, path, then, now, undefined, undefined, PATIENCE),
    [path, then, now],
  );
  return (
    <section aria-label={`${path}, since then`} className="grid min-w-0 gap-1">
      <h3 className="font-mono text-xs">{path}</h3>
      {patch === undefined ? <p className="text-dim">Too much is different to show it.</p> : <Patch patch={patch} />}
    </section>
  );
}

const changedIn = (then: Files, now: Files): string[] =>
  [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((path) => then[path] !== now[path]);

const timeOf = (savedAt: number): string =>
  new Date(savedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });

'use client';

import type { PackVersion } from '@/lib/workshop/pack-store';
import { useEffect, useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { DiffEditor } from '../../elements/monaco';
import { Pick } from '../../elements/pick';
import { useBench, useWorkbench } from './use-workbench';
import type { Files } from './keeper';

/** What a pack was, beside what it is: each version can be had again. */
export function VersionsDialog({ onDone }: { onDone: () => void }) {
  const workbench = useWorkbench();
  const files = useBench((state) => state.files);
  const [versions, setVersions] = useState<readonly PackVersion[]>();
  const [at, setAt] = useState('0');
  const [wanted, setWanted] = useState('');
  useEffect(() => void workbench.versions().then(setVersions), [workbench]);
  const version = versions?.[Number(at)];
  const changed = version ? changedIn(version.files, files) : [];
  const file = changed.includes(wanted) ? wanted : changed[0];
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
            {file !== undefined && changed.length > 1 && (
              <Pick
                label="Changed file"
                value={file}
                options={changed.map((id) => ({ id, title: id }))}
                onPick={setWanted}
              />
            )}
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
          {file === undefined ? (
            <p className="p-4 text-dim">The pack is what it was then.</p>
          ) : (
            <div className="flex h-[55vh] flex-col">
              <DiffEditor
                label={`${file}, then and now`}
                path={file}
                before={version.files[file] ?? ''}
                after={files[file] ?? ''}
              />
            </div>
          )}
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

const changedIn = (then: Files, now: Files): string[] =>
  [...new Set([...Object.keys(then), ...Object.keys(now)])].filter((path) => then[path] !== now[path]);

const timeOf = (savedAt: number): string =>
  new Date(savedAt).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });

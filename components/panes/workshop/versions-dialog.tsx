'use client';

import type { PackVersion } from '@/lib/workshop/pack-store';
import { useEffect, useState } from 'react';
import { Button } from '../../elements/button';
import { Dialog } from '../../elements/dialog';
import { timeOf } from '../../elements/format';
import { Pick } from '../../elements/pick';
import { useLocale, useText } from '../../messages/use-text';
import { changedIn, PackFileChange } from './pack-file-change';
import { useBench, useWorkbench } from './use-workbench';

/** The versions of a pack beside its present state; each one can be restored. */
export function VersionsDialog({ onDone }: { onDone: () => void }) {
  const workbench = useWorkbench();
  const [text, locale] = [useText('workshop'), useLocale()];
  const files = useBench((state) => state.files);
  const [versions, setVersions] = useState<readonly PackVersion[]>();
  const [at, setAt] = useState('0');
  useEffect(() => void workbench.versions().then(setVersions), [workbench]);
  const version = versions?.[Number(at)];
  const changed = version ? changedIn(version.files, files) : [];
  return (
    <Dialog title={text('versions')} onClose={onDone} className="w-[min(1100px,calc(100vw-32px))]">
      {version ? (
        <>
          <div className="flex flex-wrap items-center gap-2 border-b border-line p-2">
            <Pick
              label={text('version')}
              value={at}
              options={(versions ?? []).map(({ savedAt }, index) => ({
                id: String(index),
                title: timeOf(savedAt, locale),
              }))}
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
              {text('restore')}
            </Button>
          </div>
          <div className="grid gap-3 overflow-y-auto p-3">
            {changed.length === 0 && <p className="text-dim">{text('same')}</p>}
            {changed.map((path) => (
              <PackFileChange key={path} path={path} before={version.files[path]} after={files[path]} />
            ))}
          </div>
        </>
      ) : (
        <p role="status" className="p-4 text-dim">
          {text(versions ? 'versionsNone' : 'versionsLoading')}
        </p>
      )}
    </Dialog>
  );
}

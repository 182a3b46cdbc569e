'use client';

import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { changedIn, PackFileChange } from './pack-file-change';
import { useBench, useWorkbench } from './use-workbench';

/** Shown if another tab has changed the pack meanwhile: the difference between the two texts, and a choice of which stays. */
export function OtherText() {
  const workbench = useWorkbench();
  const text = useText('workshop');
  const theirs = useBench((state) => state.theirs);
  const files = useBench((state) => state.files);
  if (!theirs) return null;
  return (
    <section aria-label={text('otherTab')} className="grid shrink-0 gap-2 border-b border-line bg-wait-soft px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="w-full text-xs font-semibold">{text('otherTabTitle')}</h2>
        <p role="alert" className="min-w-0 flex-1 text-xs">
          {text('otherTabExplains')}
        </p>
        <Button onClick={() => void workbench.take('theirs')}>{text('takeTheirs')}</Button>
        <Button look="primary" onClick={() => void workbench.take('mine')}>
          {text('keepMine')}
        </Button>
      </div>
      <details>
        <summary className="cursor-pointer text-xs text-dim hover:text-text">{text('differs')}</summary>
        <div className="grid max-h-60 gap-2 overflow-y-auto pt-2">
          {changedIn(theirs, files).map((path) => (
            <PackFileChange key={path} path={path} before={theirs[path]} after={files[path]} />
          ))}
        </div>
      </details>
    </section>
  );
}

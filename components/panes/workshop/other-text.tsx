'use client';

import { Button } from '../../elements/button';
import { changedIn, FileChange } from './file-change';
import { useBench, useWorkbench } from './use-workbench';

/** Where another tab has changed the pack while it was typed here: what the two texts differ in, and whose stays. */
export function OtherText() {
  const workbench = useWorkbench();
  const theirs = useBench((state) => state.theirs);
  const files = useBench((state) => state.files);
  if (!theirs) return null;
  return (
    <section
      aria-label="Changed in another tab"
      className="grid shrink-0 gap-2 border-b border-line bg-wait-soft px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="w-full text-xs font-semibold">Another tab has changed this pack</h2>
        <p role="alert" className="min-w-0 flex-1 text-xs">
          What you typed is not saved yet. Whose text stays? The other one is kept among the versions.
        </p>
        <Button onClick={() => void workbench.take('theirs')}>Take theirs</Button>
        <Button look="primary" onClick={() => void workbench.take('mine')}>
          Keep mine
        </Button>
      </div>
      <details>
        <summary className="cursor-pointer text-xs text-dim hover:text-text">What differs</summary>
        <div className="grid max-h-60 gap-2 overflow-y-auto pt-2">
          {changedIn(theirs, files).map((path) => (
            <FileChange key={path} path={path} before={theirs[path]} after={files[path]} />
          ))}
        </div>
      </details>
    </section>
  );
}

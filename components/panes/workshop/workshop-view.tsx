'use client';

import { EmptyNote, Loading } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { LinkedPack, useLinkedPack } from './linked-pack';
import { OfferedPack } from './offered-pack';
import { OpenPackFile } from './open-pack-file';
import { OtherText } from './other-text';
import { PackBar } from './pack-bar';
import { PackList } from './pack-list';
import { PackSource } from './pack-source';
import { PackTools } from './pack-tools';
import { TemplateList } from './template-list';
import { useBench, useWorkbench, WorkbenchProvider } from './use-workbench';

/** Where a person makes tools: the list of packs, the source of one, and its result. */
export default function WorkshopView() {
  return (
    <WorkbenchProvider>
      <Workshop />
    </WorkbenchProvider>
  );
}

function Workshop() {
  const text = useText('workshop');
  const { linked, leave } = useLinkedPack();
  const workbench = useWorkbench();
  const offered = useBench((state) => state.offered);
  const packs = useBench((state) => state.packs);
  const chosen = useBench((state) => state.chosen);
  const error = useClientState((state) => state.error);
  if (!packs) return error ? <EmptyNote>{text('loadFailed', { message: error.message })}</EmptyNote> : <Loading />;
  if (linked !== undefined) return <LinkedPack linked={linked} onDone={leave} />;
  if (offered) return <OfferedPack pack={offered} onDone={() => workbench.offer(undefined)} />;
  if (packs.length === 0) {
    return (
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto grid max-w-3xl gap-3 px-4 py-6">
          <h1 className="text-md font-semibold">{text('make')}</h1>
          <p className="max-w-[70ch] text-dim">{text('makeExplains')}</p>
          <TemplateList />
          <OpenPackFile />
        </div>
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto lg:flex-row lg:overflow-hidden">
      <PackList />
      {chosen === undefined ? (
        <EmptyNote>{text('choose')}</EmptyNote>
      ) : (
        <section aria-label={text('pack', { name: chosen })} className="flex min-w-0 flex-1 flex-col lg:min-h-0">
          <PackBar key={chosen} name={chosen} />
          <OtherText />
          <div className="flex flex-1 flex-col lg:min-h-0 lg:flex-row">
            <PackSource key={chosen} />
            <PackTools />
          </div>
        </section>
      )}
    </div>
  );
}

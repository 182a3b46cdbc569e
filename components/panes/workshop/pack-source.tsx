'use client';

import type { PackDiagnostic } from '@/lib/workshop/compile';
import { sameFiles } from '@/lib/workshop/pack-store';
import { useMemo, useState } from 'react';
import { Kbd } from '../../elements/kbd';
import { CodeEditor, type CodeHelp, type Marker } from '../../elements/monaco';
import { TabStrip } from '../../elements/tab-strip';
import type { Text } from '../../messages/text';
import { useSaid } from '../../messages/use-said';
import { useText } from '../../messages/use-text';
import { askedPack, fileOf } from '../pack-address';
import { PackFileActions } from './pack-file-actions';
import { useBench, usePackLanguage, useWorkbench } from './use-workbench';

/** The files of a pack, and the errors in them. */
export function PackSource() {
  const workbench = useWorkbench();
  const [say, said] = [useText('workshop'), useSaid()];
  const files = useBench((state) => state.files);
  const checked = useBench((state) => state.checked);
  const names = Object.keys(files);
  const [wanted, setWanted] = useState(() => fileOf(files, askedPack().tool ?? '') ?? 'main.ts');
  const file = names.includes(wanted) ? wanted : (names[0] ?? 'main.ts');
  const typeErrors = useBench((state) => state.typeErrors);
  const checkedIn = useBench((state) => state.checkedIn);
  const typedIn = useBench((state) => state.typedIn);
  // If the code does not compile, TypeScript would only repeat the errors.
  const [found, foundIn] = checked?.ok === false ? [checked.faults, checkedIn] : [typeErrors, typedIn];
  /** What is typed now has not been checked: an error may be mended, and is elsewhere. */
  const isOld = foundIn !== undefined && !sameFiles(foundIn, files);
  const faults = found.map((fault) => ({ ...fault, message: said(fault.message) }));
  const help = useHelp(file);
  const markers = isOld ? [] : faults.flatMap((fault) => markerOf(fault, file));
  return (
    <section
      aria-label={say('source')}
      data-pane="Source"
      tabIndex={-1}
      className="group flex h-[28rem] min-w-0 shrink-0 flex-col border-line outline-none lg:h-auto lg:min-h-0 lg:flex-1 lg:shrink lg:border-r"
    >
      <TabStrip
        id="pack-file"
        label={say('files')}
        active={file}
        tabs={names.map((id) => ({ id, title: id }))}
        onSelect={setWanted}
      >
        <PackFileActions file={file} alone={names.length === 1} onShow={setWanted} />
      </TabStrip>
      <div id="pack-file-panel" role="tabpanel" aria-label={file} className="flex min-h-0 flex-1 flex-col">
        <CodeEditor
          key={file}
          label={say('sourceOf', { file })}
          path={file}
          text={files[file] ?? ''}
          onChange={(text) => workbench.type(file, text)}
          onSave={() => void workbench.save()}
          markers={markers}
          help={help}
          reveal={false}
          notes
          wrap
        />
      </div>
      <p className="hidden shrink-0 px-3 py-0.5 text-xs text-faint group-focus-within:block">
        <Kbd>F6</Kbd> {say('leaves')}
      </p>
      {faults.length > 0 && isOld && (
        <p role="status" className="shrink-0 border-t border-line px-3 py-1.5 text-xs text-dim">
          {say('checkingAnew')}
        </p>
      )}
      {faults.length > 0 && !isOld && (
        <ul
          aria-label={say('wrong')}
          className="max-h-40 shrink-0 overflow-y-auto border-t border-line bg-bad-soft px-3 py-1.5 text-xs"
        >
          {faults.map((fault, index) => (
            <li key={index} className="break-words whitespace-pre-wrap">
              {placeOf(fault, say)}
              {fault.message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useHelp(path: string): CodeHelp {
  const { store } = useWorkbench();
  const language = usePackLanguage();
  return useMemo(
    () => ({
      completions: (place, signal) => language.completions(store.getState().files, { path, ...place }, signal),
      hover: (place, signal) => language.hover(store.getState().files, { path, ...place }, signal),
    }),
    [store, language, path],
  );
}

function markerOf({ message, line, column = 1, file }: PackDiagnostic, shown: string): Marker[] {
  if (line === undefined || file !== shown) return [];
  return [{ line, column, endLine: line, endColumn: column + 1, message }];
}

function placeOf({ file, line, column }: PackDiagnostic, text: Text<'workshop'>): string {
  if (file === undefined) return '';
  return `${line === undefined ? text('placeFile', { file }) : text('place', { file, line, column: column ?? 1 })} `;
}

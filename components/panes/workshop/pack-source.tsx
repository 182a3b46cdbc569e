'use client';

import { useMemo, useState } from 'react';
import { CodeEditor, type Marker } from '../../elements/monaco';
import { TabStrip } from '../../elements/tab-strip';
import { useBench, useWorkbench } from './use-workbench';
import type { WorkbenchState } from './keeper';

type Fault = Extract<WorkbenchState['checked'], { ok: false }>['faults'][number];

/** The files of a pack, and what keeps them from being tools. */
export function PackSource() {
  const workbench = useWorkbench();
  const files = useBench((state) => state.files);
  const checked = useBench((state) => state.checked);
  const names = Object.keys(files);
  const [wanted, setWanted] = useState('main.ts');
  const file = names.includes(wanted) ? wanted : (names[0] ?? 'main.ts');
  const faults = useMemo(() => (checked?.ok === false ? checked.faults : []), [checked]);
  const markers = useMemo(() => faults.flatMap((fault) => markerOf(fault, file)), [faults, file]);
  return (
    <section
      aria-label="Source"
      className="flex h-[28rem] min-w-0 shrink-0 flex-col border-line lg:h-auto lg:min-h-0 lg:flex-1 lg:shrink lg:border-r"
    >
      <TabStrip
        id="pack-file"
        label="Files"
        active={file}
        tabs={names.map((id) => ({ id, title: id }))}
        onSelect={setWanted}
      />
      <div id="pack-file-panel" role="tabpanel" aria-label={file} className="flex min-h-0 flex-1 flex-col">
        <CodeEditor
          key={file}
          label={`Source of ${file}`}
          path={file}
          text={files[file] ?? ''}
          onChange={(text) => workbench.type(file, text)}
          onSave={() => void workbench.save()}
          markers={markers}
          reveal={false}
        />
      </div>
      {faults.length > 0 && (
        <ul
          aria-label="What is wrong"
          className="max-h-40 shrink-0 overflow-y-auto border-t border-line bg-bad-soft px-3 py-1.5 text-xs"
        >
          {faults.map((fault, index) => (
            <li key={index} className="break-words whitespace-pre-wrap">
              {placeOf(fault)}
              {fault.message}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function markerOf({ message, line, column = 1, file }: Fault, shown: string): Marker[] {
  if (line === undefined || file !== shown) return [];
  return [{ line, column, endLine: line, endColumn: column + 1, message }];
}

function placeOf({ file, line, column }: Fault): string {
  if (file === undefined) return '';
  return line === undefined ? `${file}: ` : `${file}, line ${line}, column ${column ?? 1}: `;
}

'use client';

import { useEffect } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { CodeEditor } from '../../elements/monaco';
import { EmptyNote } from '../../elements/pane';
import { useText } from '../../messages/use-text';
import { chordLabel } from '../../state/keys';
import { useAct, useSandbox, useUi } from '../../state/page-context';
import { useMac } from '../../state/use-mac';
import type { EarlyText } from './use-early-text';
import { useFile } from './use-file';

/** A file that a person can edit and save. */
export function FileView({ path, name, early }: { path: string; name: string; early: EarlyText }) {
  const text = useText('fileTabs');
  const act = useAct();
  const mac = useMac();
  const setUnsaved = useUi((ui) => ui.setUnsaved);
  const { file, edit, saved, revert } = useFile(useSandbox(), path);
  const { dirty } = file;

  const unsaved = dirty || early.waiting;
  useEffect(() => setUnsaved(path, unsaved), [path, unsaved, setUnsaved]);
  useEffect(() => () => setUnsaved(path, false), [path, setUnsaved]);

  const { refuse } = early;
  const refused = file.problem !== undefined && !dirty;
  useEffect(() => {
    if (refused) refuse();
  }, [refused, refuse]);

  const save = (typed: string): void => {
    act(async (client) => {
      await client.saveFile(path, typed);
      saved(typed);
    });
  };

  if (file.problem && !dirty) return <EmptyNote>{file.problem}</EmptyNote>;
  if (file.disk === undefined) return <EmptyNote>{text('reading', { name })}</EmptyNote>;
  return (
    <>
      {(dirty || file.conflict) && (
        <div
          role="status"
          className="flex min-h-9 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 py-1 text-xs"
        >
          <span className={file.conflict ? 'text-wait' : 'text-dim'}>
            {text(file.conflict ? 'conflict' : 'notSaved')}
          </span>
          <span className="flex-1" />
          <Button look="quiet" onClick={revert}>
            {text(file.conflict ? 'takeTheirs' : 'revert')}
          </Button>
          <Button onClick={() => save(file.text)}>
            {text(file.conflict ? 'saveOver' : 'save')} <Kbd>{chordLabel({ key: 's', command: true }, mac)}</Kbd>
          </Button>
        </div>
      )}
      <CodeEditor
        label={text('textOf', { name })}
        path={path}
        text={file.text}
        takeEarly={early.take}
        onChange={edit}
        onSave={save}
      />
    </>
  );
}

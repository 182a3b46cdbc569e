'use client';

import { readCassette } from '@/lib/cassettes';
import type { Cassette } from '@/lib/protocol';
import { Download, Play } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../elements/button';
import { cx } from '../../elements/cx';
import { Dialog } from '../../elements/dialog';
import { Pick } from '../../elements/pick';
import { Switch } from '../../elements/switch';
import { TAGS } from '../../messages/tags';
import { textOf } from '../../messages/text';
import { useLocale, useText } from '../../messages/use-text';
import { useAct, useClientState, useUi } from '../../state/page-context';
import { isBusy } from '../../state/status';
import type { Client } from '@/lib/client/state';
import { saveFile } from '../../state/save-file';
import { timeOf } from '../../elements/format';

type Loaded = { ok: true; value: Cassette } | { ok: false; name: string; reason: string };

/** Saves a thread as a file and replays such files. */
export default function CassetteDialog() {
  const text = useText('cassette');
  const act = useAct();
  const openDialog = useUi((ui) => ui.openDialog);
  const reset = useUi((ui) => ui.reset);
  const offered = useUi((ui) => ui.offeredFile);
  const empty = useClientState((state) => state.thread.messages.length === 0);
  const busy = useClientState((state) => isBusy(state.status));
  const [speed, setSpeed] = useState<'instant' | 'recorded'>('instant');
  const { loaded, load } = useCassette(offered);
  const close = (): void => openDialog(null);

  const replay = (cassette: Cassette): void => {
    close();
    reset();
    act((client) => client.replay(cassette, speed));
  };

  return (
    <Dialog title={text('title')} onClose={close}>
      <div className="grid grid-cols-1 gap-3 overflow-y-auto px-4 py-3.5">
        <p className="text-dim">{text('explains')}</p>
        <label
          className={cx(
            'grid cursor-pointer justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-3 py-5',
            'text-center hover:bg-hover has-focus-visible:border-accent',
          )}
        >
          <span>{text('choose')}</span>
          <span className="text-xs text-dim">{text('limit')}</span>
          <input
            type="file"
            aria-label={text('file')}
            accept=".json,application/json"
            className="sr-only"
            onChange={({ target }) => load(target.files?.[0])}
          />
        </label>
        {loaded && !loaded.ok && (
          <p role="alert" className="min-w-0 break-words text-bad">
            {text.rich('refused', { name: loaded.name, reason: loaded.reason, b: TAGS.b })}
          </p>
        )}
        {loaded?.ok && (
          <>
            <CassetteSummary cassette={loaded.value} />
            <div className="flex flex-wrap items-center gap-2">
              <Pick
                label={text('speed')}
                showLabel
                value={speed}
                options={[
                  { id: 'instant', title: text('atOnce') },
                  { id: 'recorded', title: text('asRecorded') },
                ]}
                onPick={setSpeed}
              />
              <span className="flex-1" />
              <Button look="primary" disabled={busy} onClick={() => replay(loaded.value)}>
                <Play aria-hidden size={12} fill="currentColor" /> {text('replay')}
              </Button>
            </div>
          </>
        )}
        <RecordBytes />
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 text-xs text-dim">{text('contents')}</span>
          <Button disabled={empty} onClick={() => act(saveCassette)}>
            <Download aria-hidden size={13} /> {text('save')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Whether to keep the provider's raw bytes, so that a replay goes through its adapter again. */
function RecordBytes() {
  const text = useText('cassette');
  const act = useAct();
  const on = useClientState((state) => state.options.record ?? false);
  return (
    <div className="flex items-center gap-2 border-t border-line pt-3">
      <span className="min-w-0 flex-1 text-xs text-dim">{text('recordExplains')}</span>
      <Switch label={text('record')} on={on} onSwitch={(record) => act((client) => client.setOptions({ record }))} />
    </div>
  );
}

/** The chosen or dropped file, once it has been read. The last one counts. */
function useCassette(offered: File | null) {
  const [file, load] = useState<File | undefined>(undefined);
  const [loaded, setLoaded] = useState<Loaded>();
  const shown = file ?? offered;
  useEffect(() => {
    if (!shown) return undefined;
    let current = true;
    shown.text().then(
      (text) => {
        const read = readCassette(text);
        if (current) setLoaded(read.ok ? read : { ...read, name: shown.name });
      },
      () => current && setLoaded({ ok: false, name: shown.name, reason: textOf('cassette')('unreadable') }),
    );
    return () => {
      current = false;
    };
  }, [shown]);
  return { loaded, load };
}

/** Saves the present thread as a file that can be replayed. */
async function saveCassette(client: Pick<Client, 'record'>): Promise<void> {
  const cassette = await client.record();
  if (!cassette) return;
  const words = cassette.title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  saveFile(`${words.slice(0, 6).join('-') || 'run'}.cassette.json`, JSON.stringify(cassette, null, 1));
}

/** A short summary of a cassette. */
function CassetteSummary({ cassette }: { cassette: Cassette }) {
  const [text, locale] = [useText('cassette'), useLocale()];
  const { title, recordedAt, entries, agents = [] } = cassette;
  const all = [...entries, ...agents.flatMap((agent) => agent.entries)];
  const turns = all.flatMap((entry) => (entry.kind === 'turn' ? [entry] : []));
  const calls = turns.flatMap(({ pieces }) => pieces.filter(({ type }) => type === 'call-start'));
  const figures = { turns: turns.length, calls: calls.length };
  const counts =
    agents.length > 0 ? text('countsWithAgents', { ...figures, agents: agents.length }) : text('counts', figures);
  const models = [...new Set(turns.map(({ model }) => model))];
  return (
    <div
      role="group"
      aria-label={text('summary')}
      className="grid gap-0.5 rounded-md border border-line bg-bg px-3 py-2"
    >
      <p className="truncate font-medium">{title}</p>
      <p className="text-xs text-dim">
        {text('by', {
          counts,
          models: models.join(', ') || text('noModel'),
          when: timeOf(Date.parse(recordedAt), locale),
        })}
      </p>
    </div>
  );
}

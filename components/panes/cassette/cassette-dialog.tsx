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
import { useAct, useClientState, useUi } from '../../state/page-context';
import { isBusy } from '../../state/status';
import type { Client } from '@/lib/client/state';
import { saveFile } from '../../state/save-file';
import { plural } from '../../elements/format';

const SPEEDS = [
  { id: 'instant', title: 'At once' },
  { id: 'recorded', title: 'As it was recorded' },
] as const;

type Loaded = { ok: true; value: Cassette } | { ok: false; name: string; reason: string };

/** Saves a thread as a file, and replays such a file. */
export default function CassetteDialog() {
  const act = useAct();
  const openDialog = useUi((ui) => ui.openDialog);
  const reset = useUi((ui) => ui.reset);
  const offered = useUi((ui) => ui.offeredFile);
  const empty = useClientState((state) => state.thread.messages.length === 0);
  const busy = useClientState((state) => isBusy(state.status));
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]['id']>('instant');
  const { loaded, load } = useCassette(offered);
  const close = (): void => openDialog(null);

  const replay = (cassette: Cassette): void => {
    close();
    reset();
    act((client) => client.replay(cassette, speed));
  };

  return (
    <Dialog title="Cassettes" onClose={close}>
      <div className="grid grid-cols-1 gap-3 overflow-y-auto px-4 py-3.5">
        <p className="text-dim">
          A cassette is a recorded run. Replayed, the model says what it said then, without a key, and its calls really
          run: where a tool answers otherwise than it did, the replay shows both.
        </p>
        <label
          className={cx(
            'grid cursor-pointer justify-items-center gap-1 rounded-lg border border-dashed border-line-strong px-3 py-5',
            'text-center hover:bg-hover has-focus-visible:border-accent',
          )}
        >
          <span>Choose a cassette, or drop one anywhere on the page</span>
          <span className="text-xs text-dim">.cassette.json, up to 8 MB</span>
          <input
            type="file"
            aria-label="Cassette file"
            accept=".json,application/json"
            className="sr-only"
            onChange={({ target }) => load(target.files?.[0])}
          />
        </label>
        {loaded && !loaded.ok && (
          <p role="alert" className="min-w-0 break-words text-bad">
            <b className="font-medium">{loaded.name}</b> cannot be replayed. {loaded.reason}
          </p>
        )}
        {loaded?.ok && (
          <>
            <CassetteSummary cassette={loaded.value} />
            <div className="flex flex-wrap items-center gap-2">
              <Pick label="Speed" showLabel value={speed} options={SPEEDS} onPick={setSpeed} />
              <span className="flex-1" />
              <Button look="primary" disabled={busy} onClick={() => replay(loaded.value)}>
                <Play aria-hidden size={12} fill="currentColor" /> Replay
              </Button>
            </div>
          </>
        )}
        <RecordBytes />
        <div className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1 text-xs text-dim">
            The file has what was said, the model’s turns and the results, without keys. Read it before you give it
            away.
          </span>
          <Button disabled={empty} onClick={() => act(saveCassette)}>
            <Download aria-hidden size={13} /> Save this thread
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Whether what the provider sends is kept as it is, so that a replay goes through its adapter once more. */
function RecordBytes() {
  const act = useAct();
  const on = useClientState((state) => state.options.record ?? false);
  return (
    <div className="flex items-center gap-2 border-t border-line pt-3">
      <span className="min-w-0 flex-1 text-xs text-dim">
        Keep a provider’s replies byte by byte from the next turn on, so that a replay goes through its adapter again.
      </span>
      <Switch
        label="Keep the provider’s bytes"
        on={on}
        onSwitch={(record) => act((client) => client.setOptions({ record }))}
      />
    </div>
  );
}

/** The file that was chosen or dropped, once it is read. The last one counts. */
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
      () => current && setLoaded({ ok: false, name: shown.name, reason: 'It cannot be read.' }),
    );
    return () => {
      current = false;
    };
  }, [shown]);
  return { loaded, load };
}

/** Saves the present thread as a file to replay. */
async function saveCassette(client: Pick<Client, 'record'>): Promise<void> {
  const cassette = await client.record();
  if (!cassette) return;
  const words = cassette.title.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  saveFile(`${words.slice(0, 6).join('-') || 'run'}.cassette.json`, JSON.stringify(cassette, null, 1));
}

/** What is on a cassette, in a few lines. */
function CassetteSummary({ cassette }: { cassette: Cassette }) {
  const { title, recordedAt, entries, agents = [] } = cassette;
  const all = [...entries, ...agents.flatMap((agent) => agent.entries)];
  const turns = all.flatMap((entry) => (entry.kind === 'turn' ? [entry] : []));
  const calls = turns.flatMap(({ pieces }) => pieces.filter(({ type }) => type === 'call-start'));
  const models = [...new Set(turns.map(({ model }) => model))];
  return (
    <div
      role="group"
      aria-label="On the cassette"
      className="grid gap-0.5 rounded-md border border-line bg-bg px-3 py-2"
    >
      <p className="truncate font-medium">{title}</p>
      <p className="text-xs text-dim">
        {plural(turns.length, 'turn')}, {plural(calls.length, 'call')}
        {agents.length > 0 && `, ${plural(agents.length, 'sub-agent')}`}, by {models.join(', ') || 'no model'} ·{' '}
        {new Date(recordedAt).toLocaleString()}
      </p>
    </div>
  );
}

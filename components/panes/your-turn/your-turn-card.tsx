'use client';

import type { PoolEntryView } from '@/lib/client/executor/tool-state';
import type { AskedTurn } from '@/lib/client/thread/your-turn';
import type { WrittenTurn, TurnRequest } from '@/lib/protocol';
import { Plus, UserPen } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { Pick } from '../../elements/pick';
import { chordLabel } from '../../state/keys';
import { useAct, useClientState, usePage } from '../../state/page-context';
import { useMac } from '../../state/use-mac';
import { exampleText } from '../contract/example-args';
import { CallForm, type DraftedCall } from './call-form';
import { ownValue } from '@/lib/protocol/own-value';
import { TextBlock } from '../../elements/text-block';

const FROM: Readonly<Record<string, string>> = { user: 'A person says', tool: 'A result' };

/** What a model in this place would be sent beside the conversation that it knows. */
function WhatItSees({ request: { system, tools, news } }: { request: TurnRequest }) {
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-default rounded text-dim select-none hover:text-text">
        What the model sees: {news.length} new, {tools.length} tools, the system prompt
      </summary>
      <div className="mt-1.5 grid grid-cols-1 gap-1.5">
        {news.map(({ from, text }, index) => (
          <div key={index} className="grid grid-cols-1 gap-0.5">
            <span className="text-2xs text-faint">{ownValue(FROM, from) ?? from}</span>
            <TextBlock label={`New ${index + 1}`}>{text}</TextBlock>
          </div>
        ))}
        <span className="text-2xs text-faint">Tools whose forms it gets</span>
        <p className="font-mono break-words text-dim">{tools.join(', ') || 'none'}</p>
        <span className="text-2xs text-faint">System prompt</span>
        <TextBlock label="System prompt">{system}</TextBlock>
      </div>
    </details>
  );
}

/** A person writes the model's next turn: text, calls, or both; or lets a model write it. */
export default function YourTurnCard({ asked }: { asked: AskedTurn }) {
  const act = useAct();
  const mac = useMac();
  const title = useId();
  const pool = useClientState((state) => state.pool);
  const posting = useClientState((state) => state.status === 'model');
  const [text, setText] = useState('');
  const [calls, setCalls] = useState<readonly DraftedCall[]>([]);
  const empty = text.trim() === '' && calls.length === 0;

  const add = (): void => {
    const isShown = ({ name, enabled }: PoolEntryView) =>
      enabled && (asked.tools.length === 0 || asked.tools.includes(name));
    const first = pool.find(isShown) ?? pool[0];
    const key = 1 + Math.max(0, ...calls.map((call) => call.key));
    setCalls([...calls, { key, name: first?.name ?? '', arguments: exampleText(first?.tool) }]);
  };
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (posting) return;
    const turn: WrittenTurn = { text, calls: calls.map(({ name, arguments: args }) => ({ name, arguments: args })) };
    act((client) => client.takeTurn(turn));
  };

  return (
    <form
      aria-labelledby={title}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send(event);
      }}
      className="mx-3 mt-2 flex max-h-[70%] min-h-0 shrink-0 flex-col gap-2 rounded-lg border border-wait bg-panel p-2.5"
    >
      <p className="flex items-center gap-2 text-xs">
        <UserPen aria-hidden size={14} className="shrink-0 text-wait" />
        <b id={title} className="font-medium">
          Your turn as the model
        </b>
        <span className="ml-auto shrink-0 text-wait">waiting for you</span>
      </p>
      <div className="grid min-h-0 auto-rows-max grid-cols-1 gap-2 overflow-y-auto">
        <WhatItSees request={asked} />
        <textarea
          data-your-turn
          aria-label="What the model says"
          placeholder="What the model says. Nothing is checked: be as wrong as a model."
          rows={2}
          value={text}
          onChange={({ target }) => setText(target.value)}
          className="field field-sizing-content h-auto! max-h-40 min-h-12 min-w-0 resize-none py-1!"
        />
        {calls.map((call, index) => (
          <CallForm
            key={call.key}
            call={call}
            number={index + 1}
            pool={pool}
            onChange={(next) => setCalls(calls.with(index, next))}
            onRemove={() => setCalls(calls.toSpliced(index, 1))}
          />
        ))}
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-1.5">
        <Button onClick={add}>
          <Plus aria-hidden size={13} /> Add a call
        </Button>
        <HandOver />
        <span className="ml-auto">
          <Button look="primary" type="submit" disabled={posting}>
            {empty ? 'Send an empty turn' : 'Send turn'}{' '}
            <Kbd onAccent>{chordLabel({ key: 'Enter', command: true }, mac)}</Kbd>
          </Button>
        </span>
      </div>
    </form>
  );
}

/** Gives this turn, and those that follow, to another model. */
function HandOver() {
  const act = useAct();
  const { catalogue } = usePage();
  const others = catalogue.models.filter(({ id }) => id !== 'human');
  const [chosen, choose] = useState(others[0]?.id ?? '');
  return (
    <span className="flex min-w-0 items-center gap-1">
      <Button
        look="quiet"
        onClick={() =>
          act(async (client) => {
            client.setOptions({ model: chosen, ...(chosen !== 'openai' && { baseURL: '' }) });
            await client.takeTurn();
          })
        }
      >
        Hand over to
      </Button>
      <Pick label="Model to hand over to" value={chosen} options={others} onPick={choose} className="min-w-0" />
    </span>
  );
}

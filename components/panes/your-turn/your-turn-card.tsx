'use client';

import type { PoolEntryView } from '@/lib/client/tool-state';
import type { AskedTurn } from '@/lib/client/state';
import type { WrittenTurn, TurnRequest } from '@/lib/protocol';
import { Plus, UserPen } from 'lucide-react';
import { useId, useState, type FormEvent } from 'react';
import { Button } from '../../elements/button';
import { Kbd } from '../../elements/kbd';
import { Pick } from '../../elements/pick';
import { useText } from '../../messages/use-text';
import { modelChoices } from '../../state/catalogue';
import { chordLabel } from '../../state/keys';
import { useAct, useClientState, usePage } from '../../state/page-context';
import { useMac } from '../../state/use-mac';
import { exampleText } from '../contract/example-args';
import { CallForm, type DraftedCall } from './call-form';
import { TextBlock } from '../../elements/text-block';

const FROM = { user: 'fromUser', tool: 'fromTool' } as const;

/** What a model would get in this place, in addition to the conversation. */
function WhatItSees({ request: { system, tools, news } }: { request: TurnRequest }) {
  const say = useText('yourTurn');
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-default rounded text-dim select-none hover:text-text">
        {say('sees', { news: news.length, tools: tools.length })}
      </summary>
      <div className="mt-1.5 grid grid-cols-1 gap-1.5">
        {news.map(({ from, text }, index) => (
          <div key={index} className="grid grid-cols-1 gap-0.5">
            <span className="text-2xs text-faint">{from === 'user' || from === 'tool' ? say(FROM[from]) : from}</span>
            <TextBlock label={say('newItem', { number: index + 1 })}>{text}</TextBlock>
          </div>
        ))}
        <span className="text-2xs text-faint">{say('forms')}</span>
        <p className="font-mono break-words text-dim">{tools.join(', ') || say('none')}</p>
        <span className="text-2xs text-faint">{say('system')}</span>
        <TextBlock label={say('system')}>{system}</TextBlock>
      </div>
    </details>
  );
}

/** A person writes the model's turn: text, calls, or both; or lets a model write it. */
export default function YourTurnCard({ asked }: { asked: AskedTurn }) {
  const say = useText('yourTurn');
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
          {say('title')}
        </b>
        <span className="ml-auto shrink-0 text-wait">{say('waiting')}</span>
      </p>
      <div className="grid min-h-0 auto-rows-max grid-cols-1 gap-2 overflow-y-auto">
        <WhatItSees request={asked} />
        <textarea
          data-your-turn
          aria-label={say('says')}
          placeholder={say('saysExplains')}
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
          <Plus aria-hidden size={13} /> {say('addCall')}
        </Button>
        <HandOver />
        <span className="ml-auto">
          <Button look="primary" type="submit" disabled={posting}>
            {say(empty ? 'sendEmpty' : 'send')} <Kbd onAccent>{chordLabel({ key: 'Enter', command: true }, mac)}</Kbd>
          </Button>
        </span>
      </div>
    </form>
  );
}

/** Lets another model take this turn and the following ones. */
function HandOver() {
  const [say, choices] = [useText('yourTurn'), useText('choices')];
  const act = useAct();
  const { catalogue } = usePage();
  const others = modelChoices(choices, catalogue.models).filter(({ id }) => id !== 'human');
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
        {say('handOver')}
      </Button>
      <Pick label={say('handOverModel')} value={chosen} options={others} onPick={choose} className="min-w-0" />
    </span>
  );
}

'use client';

import { callingOf } from '@/lib/models/declarations/model-table';
import { createAnyParser, dialects, type TextCallParser } from '@/lib/models/dialects';
import type { Exchange, FoldedTurn } from '@/lib/protocol';
import { useCallback, useMemo, useState } from 'react';
import { CopyButton } from '../../elements/copy-button';
import { count } from '../../elements/format';
import { CodeView } from '../../elements/monaco';
import { TabStrip } from '../../elements/tab-strip';
import { useClientState } from '../../state/page-context';
import { useTokenCounter } from '../../state/use-token-figures';
import { laidOut } from '../issues/markers';
import { asCurl } from './as-curl';
import { callMarks } from './call-marks';
import { replyText } from './reply-text';
import { cacheMarks, partsOf } from './request-parts';

type Side = 'request' | 'response' | 'text';

/** One request and its answer, to the letter when they are copied; JSON is laid out to be read. */
export function ExchangeView({ exchange, turn }: { exchange: Exchange; turn: FoldedTurn | undefined }) {
  const { request, response, endedAt, cut, url } = exchange;
  const [side, setSide] = useState<Side>('request');
  const written = useMemo(() => replyText(response ?? ''), [response]);
  const body = { request, response: response ?? '', text: written }[side];
  const text = useMemo(() => (side === 'text' ? body : laidOut(body)), [side, body]);
  const createParser = useCallParser();
  const markers = useMemo(() => {
    if (side === 'response') return [];
    return side === 'request' ? cacheMarks(text) : callMarks(text, createParser());
  }, [side, text, createParser]);
  const curl = asCurl(exchange);
  const isJson = side !== 'text' && text !== body;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TabStrip
        id="exchange"
        label="Request and response"
        tabs={[
          { id: 'request', title: 'Request' },
          { id: 'response', title: 'Response' },
          ...(written === '' ? [] : [{ id: 'text', title: 'Its text' }]),
        ]}
        active={side}
        onSelect={(id) => setSide(id === 'response' || id === 'text' ? id : 'request')}
      >
        <span className="flex items-center">
          <CopyButton text={body} hint="To the letter, as it went over the wire" />
          {curl && <CopyButton text={curl} title="Copy as curl" hint="The key is a variable of your shell" />}
        </span>
      </TabStrip>
      <div id="exchange-panel" role="tabpanel" aria-label="Body" className="flex min-h-0 flex-1 flex-col">
        <p className="flex shrink-0 flex-wrap gap-x-3 border-b border-line px-3 py-1 text-2xs text-dim">
          <span className="truncate font-mono">POST {url}</span>
          {side === 'request' ? <Parts request={request} turn={turn} /> : <span>{stateOf(exchange)}</span>}
          {cut && <span className="text-wait">The end was too long to be kept.</span>}
        </p>
        {side !== 'request' && response === undefined ? (
          <p role="status" className="m-auto text-dim">
            {endedAt === undefined ? 'The answer is still coming.' : 'No answer came.'}
          </p>
        ) : (
          <CodeView
            label={{ request: 'Request body', response: 'Response body', text: 'Text of the answer' }[side]}
            path={isJson ? 'body.json' : 'body.txt'}
            text={text}
            markers={markers}
            wrap
          />
        )}
      </div>
    </div>
  );
}

/** Reads calls from text as they are read in this thread. */
function useCallParser(): () => TextCallParser {
  const options = useClientState((state) => state.options);
  const pool = useClientState((state) => state.pool);
  return useCallback(() => {
    const tools = pool.map(({ name }) => ({ name, description: '' }));
    const { mode, dialect } = callingOf(options, options.modelName ?? '');
    return mode === 'prompt' ? dialects[dialect].createParser(tools) : createAnyParser(tools);
  }, [options, pool]);
}

const stateOf = ({ status, startedAt, endedAt }: Exchange): string =>
  [status !== undefined && `Status ${status}`, endedAt !== undefined && `${endedAt - startedAt} ms`]
    .filter(Boolean)
    .join(' · ');

/** What the parts of a request cost, and what the provider says that all of it did. */
function Parts({ request, turn }: { request: string; turn: FoldedTurn | undefined }) {
  const counter = useTokenCounter();
  const parts = useMemo(() => counter && partsOf(request, counter), [counter, request]);
  return (
    <>
      {parts && (
        <span title="Counted in this browser as text, with Claude’s published encoding, right to within 10 %">
          system ≈{count(parts.system)} · tools ≈{count(parts.tools)} · messages ≈{count(parts.messages)} tokens
        </span>
      )}
      {turn && <span title={`As ${turn.model} reported it`}>{count(turn.inputTokens)} tokens reported</span>}
    </>
  );
}

'use client';

import { callingOf } from '@/lib/models/declarations/model-table';
import { createAnyParser, dialects, type TextCallParser } from '@/lib/models/dialects';
import type { Exchange, FoldedTurn } from '@/lib/protocol';
import { useCallback, useMemo, useState } from 'react';
import { CopyButton } from '../../elements/copy-button';
import { count, exactDuration } from '../../elements/format';
import { CodeView } from '../../elements/monaco';
import { TabStrip } from '../../elements/tab-strip';
import type { Locale } from '../../messages/locale';
import type { Text } from '../../messages/text';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { useTokenCounter } from '../../state/use-token-figures';
import { laidOut } from '../call/markers';
import { asCurl } from './as-curl';
import { callMarks } from './call-marks';
import { replyText } from './reply-text';
import { cacheMarks, newestMessageLine, requestParts } from './request-parts';

type Side = 'request' | 'response' | 'text';

interface ExchangeViewProps {
  exchange: Exchange;
  turn: FoldedTurn | undefined;
  /** A person comes from a call of this turn: if it was read from the answer's text, that is shown first. */
  fromCall: boolean;
}

/** One request and its answer. Copied text is verbatim; JSON is shown formatted. */
export function ExchangeView({ exchange, turn, fromCall }: ExchangeViewProps) {
  const { request, response, endedAt, cut, leftOut, url } = exchange;
  const [say, locale] = [useText('requests'), useLocale()];
  const written = useMemo(() => replyText(response ?? ''), [response]);
  const createParser = useCallParser();
  const [side, setSide] = useState<Side>(() =>
    fromCall && callMarks(written, createParser()).length > 0 ? 'text' : 'request',
  );
  const body = { request, response: response ?? '', text: written }[side];
  const text = useMemo(() => (side === 'text' ? body : laidOut(body)), [side, body]);
  const markers = useMemo(() => {
    if (side === 'response') return [];
    return side === 'request' ? cacheMarks(text) : callMarks(text, createParser());
  }, [side, text, createParser]);
  // What is new in a turn stands at the end; the system prompt before it is the same in all of them.
  const startLine = useMemo(() => (side === 'request' ? newestMessageLine(text) : 1), [side, text]);
  const curl = asCurl(exchange);
  const isJson = side !== 'text' && text !== body;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <TabStrip
        id="exchange"
        label={say('sides')}
        tabs={[
          { id: 'request', title: say('request') },
          { id: 'response', title: say('response') },
          ...(written === '' ? [] : [{ id: 'text', title: say('itsText') }]),
        ]}
        active={side}
        onSelect={(id) => setSide(id === 'response' || id === 'text' ? id : 'request')}
      >
        <span className="flex items-center">
          <CopyButton text={body} hint={say('copyHint')} />
          {curl && <CopyButton text={curl} title={say('copyCurl')} hint={say('copyCurlHint')} />}
        </span>
      </TabStrip>
      <div id="exchange-panel" role="tabpanel" aria-label={say('body')} className="flex min-h-0 flex-1 flex-col">
        <p className="flex shrink-0 flex-wrap gap-x-3 border-b border-line px-3 py-1 text-2xs text-dim">
          <span className="truncate font-mono">POST {url}</span>
          {side === 'request' ? <Parts request={request} turn={turn} /> : <span>{stateOf(say, exchange, locale)}</span>}
          {cut && <span className="text-wait">{say('cut')}</span>}
          {side === 'request' && leftOut !== undefined && (
            <span className="text-wait">{say('leftOut', { count: leftOut })}</span>
          )}
        </p>
        {side !== 'request' && response === undefined ? (
          <p role="status" className="m-auto text-dim">
            {say(endedAt === undefined ? 'coming' : 'noneCame')}
          </p>
        ) : (
          <CodeView
            key={side}
            label={say(LABELS[side])}
            path={isJson ? 'body.json' : 'body.txt'}
            text={text}
            markers={markers}
            startLine={startLine}
            wrap
          />
        )}
      </div>
    </div>
  );
}

/** Returns a parser that reads calls from text with this thread's settings. */
function useCallParser(): () => TextCallParser {
  const options = useClientState((state) => state.options);
  const pool = useClientState((state) => state.pool);
  return useCallback(() => {
    const tools = pool.map(({ name }) => ({ name, description: '' }));
    const { mode, dialect } = callingOf(options, options.modelName ?? '');
    return mode === 'prompt' ? dialects[dialect].createParser(tools) : createAnyParser(tools);
  }, [options, pool]);
}

const LABELS = { request: 'requestBody', response: 'responseBody', text: 'answerText' } as const;

const stateOf = (say: Text<'requests'>, { status, startedAt, endedAt }: Exchange, locale: Locale): string =>
  [
    status !== undefined && say('status', { status: String(status) }),
    endedAt !== undefined && exactDuration(endedAt - startedAt, locale),
  ]
    .filter(Boolean)
    .join(' · ');

/** What the parts of a request cost, and the provider's figures for the whole request. */
function Parts({ request, turn }: { request: string; turn: FoldedTurn | undefined }) {
  const say = useText('requests');
  const locale = useLocale();
  const counter = useTokenCounter();
  const parts = useMemo(() => counter && requestParts(request, counter), [counter, request]);
  return (
    <>
      {parts && (
        <span title={say('counted')}>
          {say('parts', {
            system: count(parts.system, locale),
            tools: count(parts.tools, locale),
            messages: count(parts.messages, locale),
          })}
        </span>
      )}
      {turn && (
        <span title={say('asReported', { model: turn.model })}>
          {say('reported', { count: count(turn.inputTokens, locale) })}
        </span>
      )}
    </>
  );
}

import { ownValue } from '@/lib/protocol/own-value';
import type { TurnRequest } from '@/lib/protocol';
import { TextBlock } from '../../elements/text-block';

const FROM: Readonly<Record<string, string>> = { user: 'A person says', tool: 'A result' };

/** What a model in this place would be sent beside the conversation that it knows. */
export function WhatItSees({ request: { system, tools, news } }: { request: TurnRequest }) {
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

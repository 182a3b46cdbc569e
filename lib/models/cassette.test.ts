import type { Cassette, RecordedTurn } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { cassetteModel } from './cassette';
import { callsOf, collect, requestOf, spokenText } from './testing';

const usage = { inputTokens: 1, outputTokens: 2, cachedInputTokens: 0 };
const turnOf = (text: string, more: Partial<RecordedTurn> = {}): RecordedTurn => ({
  kind: 'turn',
  model: 'm',
  stop: 'end',
  usage,
  durationMs: 5,
  pieces: [{ type: 'text', at: 0, delta: text }],
  ...more,
});
const recording = (...turns: RecordedTurn[]): Cassette => ({
  toolyard: 'cassette',
  version: 1,
  title: '',
  recordedAt: '',
  options: {},
  entries: [{ kind: 'said', text: 'Go' }, ...turns],
});
const model = (cassette: Cassette, played = 0) => cassetteModel({ cassette, played }, { speed: 'instant' });
const request = requestOf([{ id: 'u', role: 'user', content: 'Go' }]);

const SSE = [
  [
    'message_start',
    {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [],
        usage: { input_tokens: 7, output_tokens: 1 },
      },
    },
  ],
  ['content_block_start', { index: 0, content_block: { type: 'tool_use', id: 'c', name: 'Read', input: {} } }],
  ['content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json: '{"a":"é"}' } }],
  ['content_block_stop', { index: 0 }],
  ['message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 9 } }],
  ['message_stop', {}],
] as const;
const chunks = SSE.map(([type, data], at) => ({
  at,
  text: `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`,
}));
const chat = (delta: object, finish: string | null) =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

describe('a cassette', () => {
  it('says its turns one after the other, and then that it is over', async () => {
    const played = model(recording(turnOf('One.'), turnOf('Two.')));
    const events = await collect(played, request);
    expect(events.at(-1)).toEqual({ type: 'stop', reason: 'end', usage });
    expect([spokenText(events), spokenText(await collect(played, request))]).toEqual(['One.', 'Two.']);
    await expect(collect(played, request)).rejects.toMatchObject({ code: 'CASSETTE_OVER', retry: false });
  });

  it('goes on in another process where the thread is', async () => {
    expect(spokenText(await collect(model(recording(turnOf('One.'), turnOf('Two.')), 1), request))).toBe('Two.');
  });

  it('gives an adapter the bytes it once read: Anthropic', async () => {
    const events = await collect(model(recording(turnOf('', { reply: { wire: 'anthropic', chunks } }))), request);
    expect(callsOf(events)).toEqual([{ id: 'c', name: 'Read', args: '{"a":"é"}' }]);
    expect(events.at(-1)).toMatchObject({ reason: 'tool_calls', usage: { inputTokens: 7, outputTokens: 9 } });
  });

  it('gives an adapter the bytes it once read: OpenAI, cut off', async () => {
    const whole = [chat({ content: 'Hel' }, null), chat({ content: 'lo' }, 'stop'), 'data: [DONE]\n\n'];
    const reply = (texts: string[]) => ({ wire: 'openai' as const, chunks: texts.map((text, at) => ({ at, text })) });
    expect(spokenText(await collect(model(recording(turnOf('', { reply: reply(whole) }))), request))).toBe('Hello');
    const cut = collect(model(recording(turnOf('', { reply: reply(whole.slice(0, 1)) }))), request);
    await expect(cut).rejects.toMatchObject({ code: 'STREAM_BROKEN' });
  });

  it('reads a reply as it was read: a call in the text, a thought in the text', async () => {
    const read = { name: 'Read', description: '', parameters: { type: 'object' } };
    const said = '<think>Hm.</think>So:\n<tool_call>{"name": "Read", "arguments": {}}</tool_call>';
    const texts = [chat({ content: said }, 'stop'), 'data: [DONE]\n\n'];
    const reply = { wire: 'openai' as const, chunks: texts.map((text, at) => ({ at, text })) };
    const events = await collect(model(recording(turnOf('', { reply }))), { ...request, tools: [read] });
    expect(callsOf(events).map(({ name }) => name)).toEqual(['Read']);
    expect(spokenText(events)).toBe('So:\n');
    expect(events.at(-1)).toMatchObject({ reason: 'tool_calls' });
  });

  it('stops at once while it waits for the recorded moment', async () => {
    const abort = new AbortController();
    const slow = turnOf('', {
      pieces: [
        { type: 'text', at: 0, delta: 'a' },
        { type: 'text', at: 3_600_000, delta: 'b' },
      ],
    });
    const speaking = cassetteModel({ cassette: recording(slow), played: 0 }, { speed: 'fast' }).turn({
      ...request,
      signal: abort.signal,
    });
    const seen: unknown[] = [];
    const listening = (async () => {
      for await (const event of speaking) {
        seen.push(event);
        abort.abort(new Error('enough'));
      }
    })();
    await expect(listening).rejects.toThrow();
    expect(seen).toHaveLength(1);
  });
});

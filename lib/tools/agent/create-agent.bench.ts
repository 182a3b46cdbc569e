import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { bench, describe } from 'vitest';
import { z } from 'zod';
import { createAgent } from '.';
import { defineTool } from '../define-tool';

const TOOLS = 34;
const CALLS = 50;

const shape = z.strictObject({
  file_path: z.string().describe('The file.'),
  offset: z.int().min(1).default(1).describe('The first line.'),
  limit: z.int().min(1).max(2000).default(200).describe('How many lines.'),
});
const run = ({ file_path, offset, limit }: z.infer<typeof shape>): string => `${file_path} ${offset} ${limit}`;
const names = Array.from({ length: TOOLS }, (_, index) => `Tool${index}`);
const description = 'Reads a part of a file. Use it before you change the file; say which lines you need.';

const sse = (type: string, data: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
const usage = { input_tokens: 10, output_tokens: 5 };
const start = sse('message_start', {
  message: { id: 'm', type: 'message', role: 'assistant', model: 'claude', content: [], usage },
});
const end = (stop_reason: string): string =>
  sse('message_delta', { delta: { stop_reason }, usage: { output_tokens: 7 } }) + sse('message_stop');

/** The provider's n-th reply: a call in four pieces, or a word at the end of the conversation. */
function reply(turn: number): string {
  if (turn >= CALLS) {
    const text = sse('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Done.' } });
    const block = sse('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    return start + block + text + sse('content_block_stop', { index: 0 }) + end('end_turn');
  }
  const block = { type: 'tool_use', id: `toolu_${turn}`, name: names[turn % TOOLS], input: {} };
  const pieces = ['{"file_', 'path": "src/', `file-${turn}.ts", "lim`, 'it": 40}'];
  const deltas = pieces.map((partial_json) =>
    sse('content_block_delta', { index: 0, delta: { type: 'input_json_delta', partial_json } }),
  );
  const call = sse('content_block_start', { index: 0, content_block: block }) + deltas.join('');
  return start + call + sse('content_block_stop', { index: 0 }) + end('tool_use');
}

const replies = Array.from({ length: CALLS + 1 }, (_, turn) => new TextEncoder().encode(reply(turn)));

/** A provider behind `fetch`, for one conversation. */
function provider(): typeof fetch {
  let turn = 0;
  return async () => new Response(replies[turn++], { headers: { 'content-type': 'text/event-stream' } });
}

const client = (): Anthropic => new Anthropic({ apiKey: 'key', fetch: provider(), maxRetries: 0 });
const declarations = names.map((name) => {
  const { $schema: _, ...input_schema } = z.toJSONSchema(shape, { io: 'input' });
  return { name, description, input_schema: { ...input_schema, type: 'object' as const } };
});
const base = { model: 'claude-sonnet-5-5', max_tokens: 8192 };

/** The least any loop over the SDK's stream must do: send, read the events, assemble the call, answer it. */
async function floor(): Promise<void> {
  const anthropic = client();
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Go.' }];
  for (let turn = 0; turn <= CALLS; turn += 1) {
    const stream = await anthropic.messages.create({ ...base, messages, tools: declarations, stream: true });
    let args = '';
    let id = '';
    let name = '';
    for await (const event of stream) {
      if (event.type === 'content_block_start' && event.content_block.type === 'tool_use')
        ({ id, name } = event.content_block);
      if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
        args += event.delta.partial_json;
    }
    if (id === '') return;
    const input = shape.parse(JSON.parse(args));
    messages.push({ role: 'assistant', content: [{ type: 'tool_use', id, name, input }] });
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: run(input) }] });
  }
}

const runnable = names.map((name) => betaZodTool({ name, description, inputSchema: shape, run }));

/** It has the provider keep the conversation, and so sends 0.7 KB a turn; the other two send 23 KB. */
async function toolRunner(): Promise<void> {
  const runner = client().beta.messages.toolRunner({
    ...base,
    messages: [{ role: 'user', content: 'Go.' }],
    tools: runnable,
    stream: true,
  });
  const message = await runner.runUntilDone();
  if (message.stop_reason !== 'end_turn') throw new Error(String(message.stop_reason));
}

const customTools = names.map((name) =>
  defineTool({ name, description, kind: 'read', input: shape, execute: (input) => run(input) }),
);

async function ours(): Promise<void> {
  const agent = createAgent({ apiKey: 'key', model: base.model, customTools, fetch: provider(), maxTurns: CALLS + 1 });
  const answer = await agent.prompt('Go.');
  if (answer.reason !== 'end' || answer.turns !== CALLS + 1) throw new Error(answer.text);
}

/** Milliseconds. In the default half second ten conversations run, none of them compiled. */
const WARM = { warmupTime: 3000, time: 3000 };

describe(`a conversation of ${CALLS} calls with ${TOOLS} tools`, () => {
  bench('the SDK’s own stream', floor, WARM);
  bench('the SDK’s toolRunner', toolRunner, WARM);
  bench('createAgent', ours, WARM);
});

import type { ScriptedTurn } from '@/lib/scenarios';

/** How a reply is split into events. */
export interface SseShape {
  /** Position of the turn in its conversation; ids are made from it. */
  position: string;
  model: string;
  inputTokens: number;
  /** Characters per delta. */
  stride: number;
}

/** About four characters per token: a rough figure, but it grows with the text. */
const estimateTokens = (text: string): number => Math.ceil(text.length / 4);

/** A scripted turn as encoded events of a Messages API stream. */
export function sseEvents(turn: ScriptedTurn, { position, model, inputTokens, stride }: SseShape): string[] {
  const blocks = blocksOf(turn, position);
  const outputTokens = blocks.reduce((sum, { text }) => sum + estimateTokens(text), 1);
  const usage = { input_tokens: inputTokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const stop = turn.stop ?? (turn.calls?.length ? 'tool_use' : 'end_turn');
  return [
    sse('message_start', {
      message: {
        id: `msg_${position}`,
        type: 'message',
        role: 'assistant',
        model,
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { ...usage, output_tokens: 1 },
      },
    }),
    sse('ping', {}),
    ...blocks.flatMap(({ start, text, delta }, index) => [
      sse('content_block_start', { index, content_block: start }),
      ...pieces(text, stride).map((piece) => sse('content_block_delta', { index, delta: delta(piece) })),
      sse('content_block_stop', { index }),
    ]),
    sse('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: outputTokens } }),
    sse('message_stop', {}),
  ];
}

interface Block {
  start: object;
  text: string;
  delta(piece: string): object;
}

function blocksOf({ reasoning, text, calls = [] }: ScriptedTurn, position: string): Block[] {
  const thinking: Block[] = reasoning
    ? [
        {
          start: { type: 'thinking', thinking: '', signature: '' },
          text: reasoning,
          delta: (piece) => ({ type: 'thinking_delta', thinking: piece }),
        },
      ]
    : [];
  const said: Block[] = text
    ? [{ start: { type: 'text', text: '' }, text, delta: (piece) => ({ type: 'text_delta', text: piece }) }]
    : [];
  const made = calls.map((call, index): Block => ({
    start: { type: 'tool_use', id: `toolu_${position}_${index + 1}`, name: call.name, input: {} },
    text: 'rawArguments' in call ? call.rawArguments : JSON.stringify(call.input),
    delta: (piece) => ({ type: 'input_json_delta', partial_json: piece }),
  }));
  return [...thinking, ...said, ...made];
}

const sse = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

/** Splits at whole characters, so that no delta ends in half of one. */
function pieces(text: string, stride: number): string[] {
  const characters = Array.from(text);
  return Array.from({ length: Math.ceil(characters.length / stride) }, (_, index) =>
    characters.slice(index * stride, (index + 1) * stride).join(''),
  );
}

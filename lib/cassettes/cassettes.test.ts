import { EventType, type AGUIEvent } from '@ag-ui/core';
import { CASSETTE_LIMIT, CassetteSchema } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { logOf, result, said, threadOf, turn } from './cassettes.fixture';
import {
  divergenceOf,
  firstDivergence,
  nextSaid,
  readCassette,
  recordCassette,
  REDACTED,
  recordingOf,
  type AgentLog,
} from './index';

const READ = { name: 'Read', args: '{"file_path":"a"}' };
const RUN: AGUIEvent[] = [
  ...said('u', 'Go'),
  ...turn('1', READ, 'tool_calls'),
  result('1', 'text of a'),
  ...turn('2', { name: 'Edit', args: '{' }, 'tool_calls'),
  result('2', 'INVALID_JSON: no', 'INVALID_JSON'),
  ...turn('3', undefined, 'end'),
];
const options = { scenario: 'fix-the-test', mode: 'acceptEdits', model: 'anthropic', speed: 'fast' } as const;
const record = (events: readonly AGUIEvent[], secrets: readonly string[] = []) =>
  recordCassette(logOf(events), { title: 'Go', options, now: new Date(0), secrets });

describe('recording', () => {
  it('keeps what was said, answered and done, in order, with its times', () => {
    const { entries, scenario, options: kept } = record(RUN);
    expect(entries.map(({ kind }) => kind)).toEqual(['said', 'turn', 'result', 'turn', 'result', 'turn']);
    expect([scenario, kept]).toEqual(['fix-the-test', { mode: 'acceptEdits' }]);
    expect(entries[0]).toEqual({ kind: 'said', text: 'Go' });
    expect(entries[1]).toMatchObject({
      stop: 'tool_calls',
      durationMs: 500,
      pieces: [
        { type: 'text', delta: 'Turn 1.', at: 50 },
        { type: 'call-start', id: 'call-1', name: 'Read', at: 70 },
        { type: 'call-args', delta: READ.args, at: 80 },
        { type: 'call-end', at: 90 },
      ],
    });
    expect(entries[4]).toEqual({
      kind: 'result',
      callId: 'call-2',
      text: 'INVALID_JSON: no',
      error: 'INVALID_JSON',
      durationMs: 7,
    });
  });

  it.each(['stopped', 'failed'])('leaves out a turn that was %s, and its calls', (stop) => {
    const events = [
      ...said('u', 'Go'),
      ...turn('1', READ, stop),
      result('1', 'ABORTED', 'ABORTED'),
      ...said('v', 'On'),
    ];
    expect(record([...events, ...turn('2', undefined, 'end')]).entries).toMatchObject([
      { kind: 'said', text: 'Go\n\nOn' },
      { kind: 'turn', pieces: [{ delta: 'Turn 2.' }] },
    ]);
  });

  it('leaves out what a process that died had half said', () => {
    const half = turn('1', READ, 'end').slice(0, 2);
    const dead: AGUIEvent = { type: EventType.RUN_ERROR, message: 'gone', code: 'LEASE_LOST' };
    expect(record([...said('u', 'Go'), ...half, dead, ...turn('2', undefined, 'end')]).entries).toMatchObject([
      { kind: 'said' },
      { kind: 'turn', pieces: [{ delta: 'Turn 2.' }] },
    ]);
  });

  it.each([
    ['the typed key', 'my key is hunter2-hunter2'],
    ['a key by its look', 'sk-ant-api03-abcdefghijklmnop'],
    ['a key of Google', `AIza${'x'.repeat(35)}`],
    ['a header', 'curl -H "Authorization: Bearer abcdef123456"'],
    ['a header in JSON', '{"x-api-key": "abcdef123456"}'],
  ])('keeps no secret: %s', (_, text) => {
    const events = [...said('u', text), ...turn('1', { name: 'Bash', args: JSON.stringify({ text }) }, 'tool_calls')];
    const cassette = JSON.stringify(record([...events, result('1', text)], ['hunter2-hunter2']));
    expect(cassette).not.toMatch(/hunter2-|abcdef|xxxxx/);
    expect(cassette.split(REDACTED)).toHaveLength(4);
  });
});

it('keeps no secret that the stream cut in two', () => {
  const events = [...said('u', 'Go'), ...turn('1', undefined, 'end')];
  const cut = events.flatMap((event) =>
    event.type === EventType.TEXT_MESSAGE_CONTENT && event.messageId === '1'
      ? ['The key is sk-ant-', 'api03-abcdefghij', 'klmnop.'].map((delta) => ({ ...event, delta }))
      : [event],
  );
  const [, spoken] = record(cut).entries;
  expect(spoken).toMatchObject({ pieces: [{ delta: `The key is ${REDACTED}.` }, { delta: '' }, { delta: '' }] });
});

describe('reading', () => {
  const good = record(RUN);

  it('gives back what was written', () => {
    expect(readCassette(JSON.stringify(good))).toEqual({ ok: true, value: good });
  });

  it.each([
    ['{', 'It is not JSON.'],
    ['[]', 'It is no cassette.'],
    ['{"toolyard":"cassette","version":2}', 'It is a cassette of version 2. This page reads version 1.'],
    [JSON.stringify({ ...good, entries: [] }), /^It is damaged: entries: /],
    [JSON.stringify({ ...good, more: 1 }), /^It is damaged: /],
    [JSON.stringify({ ...good, entries: good.entries.slice(1) }), 'It does not begin with what a person said.'],
    ['x'.repeat(CASSETTE_LIMIT + 1), 'It is larger than 8 MB.'],
  ])('says what is wrong with %.30s', (text, reason) => {
    const read = readCassette(text);
    expect(read.ok).toBe(false);
    expect(read.ok ? '' : read.reason).toMatch(reason);
  });
});

describe('a divergence', () => {
  const cassette = record(RUN);
  const replayed = (second: AGUIEvent, first: AGUIEvent = result('1', 'text of a')) =>
    divergenceOf(
      cassette,
      threadOf([
        ...said('u', 'Go'),
        ...turn('1', { name: 'Read', args: '{ "file_path": "a" }' }, 'tool_calls'),
        first,
        ...turn('2', { name: 'Edit', args: '{' }, 'tool_calls'),
        second,
      ]),
    );

  it('is none where all is as it was, or still to come', () => {
    expect(replayed(result('2', 'INVALID_JSON: no', 'INVALID_JSON'))).toBeUndefined();
    expect(divergenceOf(cassette, threadOf(said('u', 'Go')))).toBeUndefined();
  });

  it.each([
    ['another text', result('2', 'INVALID_JSON: line 1', 'INVALID_JSON')],
    ['another code', result('2', 'INVALID_JSON: no', 'PARTIAL_JSON')],
    ['success', result('2', 'INVALID_JSON: no')],
  ])('is a result with %s, both sides shown', (_, now) => {
    expect(replayed(now)).toMatchObject({
      what: 'result',
      callId: 'call-2',
      messageId: '2',
      recorded: { call: 'Edit', text: 'INVALID_JSON: no', error: 'INVALID_JSON' },
    });
  });

  it('is the first one only', () => {
    expect(replayed(result('2', 'other'), result('1', 'text of b'))).toMatchObject({
      callId: 'call-1',
      recorded: { text: 'text of a' },
      replayed: { text: 'text of b' },
    });
  });

  it('is a call that another model made', () => {
    const thread = threadOf([...said('u', 'Go'), ...turn('1', { name: 'Ls', args: '{}' }, 'tool_calls')]);
    expect(divergenceOf(cassette, thread)).toMatchObject({
      what: 'call',
      recorded: { call: 'Read' },
      replayed: { call: 'Ls' },
    });
  });

  it('is no matter of how long something took', () => {
    const slow = record([
      ...said('u', 'Go'),
      ...turn('1', READ, 'tool_calls'),
      result('1', '# duration_ms 12.4 ok (3 ms)'),
    ]);
    const fast = [...said('u', 'Go'), ...turn('1', READ, 'tool_calls'), result('1', '# duration_ms 9.1 ok (12 ms)')];
    expect(divergenceOf(slow, threadOf(fast))).toBeUndefined();
  });
});

describe('sub-agents', () => {
  const AGENT = { name: 'Agent', args: '{"prompt":"Dig"}' };
  const main = [
    ...said('u', 'Go'),
    ...turn('1', AGENT, 'tool_calls'),
    result('1', 'Dug.'),
    ...turn('2', undefined, 'end'),
  ];
  const dig = (text: string) => [...said('v', text), ...turn('7', READ, 'tool_calls'), result('7', 'text of a')];
  const agentLog = (id: string, parent: string, callId: string, text: string): AgentLog => ({
    id,
    parent,
    callId,
    log: logOf(dig(text)),
  });
  const cassette = recordCassette(logOf(main), {
    title: 'Go',
    options,
    now: new Date(0),
    secrets: ['hunter2-hunter2'],
    agents: [
      agentLog('agent-1', 'main', 'call-1', 'Dig with hunter2-hunter2'),
      agentLog('agent-2', 'agent-1', 'call-7', 'Dig deeper'),
    ],
  });

  it('are recorded beside the thread, without secrets', () => {
    expect(cassette.agents).toMatchObject([
      { id: 'agent-1', parent: 'main', callId: 'call-1', entries: [{ text: `Dig with ${REDACTED}` }, {}, {}] },
      { id: 'agent-2', parent: 'agent-1', callId: 'call-7' },
    ]);
    expect(readCassette(JSON.stringify(cassette))).toEqual({ ok: true, value: cassette });
    expect(record(main).agents).toBeUndefined();
  });

  it('replay what was recorded of whom that call started', () => {
    const recording = recordingOf(cassette, 'main', 'call-1');
    expect(recording).toMatchObject({ id: 'agent-1', cassette: { entries: cassette.agents?.[0]?.entries } });
    expect(recording?.cassette.agents).toBeUndefined();
    expect(CassetteSchema.safeParse(recording?.cassette).success).toBe(true);
    expect(recordingOf(cassette, 'agent-1', 'call-7')?.id).toBe('agent-2');
    expect(recordingOf(cassette, 'agent-1', 'call-1')).toBeUndefined();
  });

  const replay = (events: readonly AGUIEvent[], recorded = cassette) => ({ ...threadOf(events), cassette: recorded });
  const agentThread = (id: string, parent: string, callId: string, answer: string) => ({
    id,
    name: id,
    parent,
    callId,
    thread: replay(
      [...said('v', 'Dig'), ...turn('7', READ, 'tool_calls'), result('7', answer)],
      recordingOf(cassette, parent, callId)?.cassette,
    ),
  });

  it('depart where the thread set them to work', () => {
    const agents = [
      agentThread('agent-1', 'main', 'call-1', 'text of a'),
      agentThread('agent-2', 'agent-1', 'call-7', 'text of b'),
    ];
    const departed = replay([...said('u', 'Go'), ...turn('1', AGENT, 'tool_calls'), result('1', 'Dug?')]);
    expect(firstDivergence(replay(main), agents)).toMatchObject({ agent: 'agent-2', within: '1', callId: 'call-7' });
    expect(firstDivergence(departed, agents)).toMatchObject({ agent: 'agent-2', within: '1' });
    expect(firstDivergence(departed, agents.slice(0, 1))).toMatchObject({ callId: 'call-1', within: '1' });
    expect(firstDivergence(departed, [])?.agent).toBeUndefined();
    expect(firstDivergence(replay(main), agents.slice(0, 1))).toBeUndefined();
  });
});

describe('what is said next', () => {
  const first = [...said('u', 'Go'), ...turn('1', undefined, 'end')];
  const last = turn('2', undefined, 'end');
  const mole = (id: string, text = 'Done.') => said(id, `[Message from mole]\n${text}`);

  it.each<[string, AGUIEvent[], AGUIEvent[], ReturnType<typeof nextSaid>]>([
    ['is what the person said', [...first, ...said('v', 'And now?'), ...last], first, { words: 'And now?', inbox: [] }],
    ['also where no turn answered it', [...first, ...said('v', 'And now?')], first, { words: 'And now?', inbox: [] }],
    ['is nothing in the middle of a turn', [...first, ...said('v', 'And?'), ...last], said('u', 'Go'), { inbox: [] }],
    ['is nothing where all was said', first, first, { inbox: [] }],
    ['is what an agent wrote', [...first, ...mole('w'), ...last], first, { inbox: ['mole'] }],
    ['is nothing an agent wrote that no turn read', [...first, ...mole('w')], first, { inbox: [] }],
    [
      'is all that was heard together',
      [...first, ...mole('w'), ...said('v', 'And now?'), ...mole('x'), ...last],
      first,
      { words: 'And now?', inbox: ['mole', 'mole'] },
    ],
    [
      'is what of it is missing',
      [...first, ...mole('w'), ...said('v', 'And now?'), ...mole('x'), ...last],
      [...first, ...mole('r'), ...said('s', 'And now?')],
      { inbox: ['mole'] },
    ],
    [
      'is found after turns that heard more or less than they did',
      [...first, ...said('v', 'And now?'), ...last],
      [...said('u', 'Go'), ...said('w', 'At once'), ...mole('r'), ...turn('1', undefined, 'end')],
      { words: 'And now?', inbox: [] },
    ],
    [
      'is found after a turn that was stopped',
      [...first, ...said('v', 'And now?'), ...last],
      [...said('u', 'Go'), ...turn('0', undefined, 'stopped'), ...turn('1', undefined, 'end')],
      { words: 'And now?', inbox: [] },
    ],
  ])('%s', (_, recorded, replayed, next) => {
    const cassette = record(recorded);
    expect(CassetteSchema.safeParse(cassette).success).toBe(true);
    expect(nextSaid(cassette, threadOf(replayed))).toEqual(next);
  });

  it('is recorded with who said it', () => {
    expect(record([...first, ...mole('w', 'One'), ...mole('x', 'Two'), ...last]).entries.slice(2, 4)).toEqual([
      { kind: 'said', from: 'mole', text: 'One' },
      { kind: 'said', from: 'mole', text: 'Two' },
    ]);
  });
});

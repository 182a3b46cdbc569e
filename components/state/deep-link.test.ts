import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PermissionModeSchema } from '@/lib/protocol';
import { DIALECTS, MODES, SANDBOXES, SPEEDS, TOOL_MODES } from './catalogue';
import { knownLink, readLink, writeLink } from './deep-link';
import { DETAIL_PANE_IDS } from './detail-panes';

const anyOf = <T>(values: readonly { id: T }[]) => fc.constantFrom(...values.map(({ id }) => id));
const id = fc.stringMatching(/^[\w.-]{1,40}$/);

describe('deep link', () => {
  it('comes back as it was written', () => {
    const link = fc.record(
      {
        scenario: id,
        model: id,
        modelName: fc.stringMatching(/^[\w.:/@+-]{1,60}$/),
        baseURL: fc.webUrl(),
        toolMode: anyOf(TOOL_MODES),
        dialect: anyOf(DIALECTS),
        preset: id,
        careless: fc.stringMatching(/^\d{1,9}(,cut-json:0\.\d{1,4})?$/),
        speed: anyOf(SPEEDS),
        mode: anyOf(MODES),
        sandbox: anyOf(SANDBOXES),
        thread: id,
        pane: fc.constantFrom(...DETAIL_PANE_IDS),
        tool: id,
        store: id.filter((store) => store !== 'timetable'),
        say: fc.string({ minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(link, (value) => {
        expect(readLink(writeLink(value))).toEqual(value);
      }),
    );
  });

  it('reads a store by the name it once had', () => {
    expect(readLink('?store=timetable').store).toBe('schedule');
  });

  it.each(['issues', 'result'])('leads to the call where it names what is a part of it now: %s', (pane) => {
    expect(readLink(`?pane=${pane}`).pane).toBe('call');
  });

  it.each(PermissionModeSchema.options)('knows the mode %s', (mode) => {
    expect(readLink(`?mode=${mode}`).mode).toBe(mode);
  });

  it.each([
    ['?speed=warp', 'speed'],
    ['?mode=root', 'mode'],
    ['?sandbox=vm', 'sandbox'],
    ['?scenario=../../etc', 'scenario'],
    ['?thread=%3Cscript%3E', 'thread'],
    ['?model=', 'model'],
    ['?modelName=a%20b', 'modelName'],
    ['?baseURL=javascript:alert(1)', 'baseURL'],
    ['?baseURL=http://', 'baseURL'],
    ['?toolMode=magic', 'toolMode'],
    ['?dialect=klingon', 'dialect'],
    ['?careless=often', 'careless'],
    ['?careless=1,cut-json:2', 'careless'],
    ['?pane=moon', 'pane'],
    ['?tool=a%20b', 'tool'],
    ['?store=..%2F', 'store'],
  ] as const)('leaves out what it cannot mean: %s', (search, key) => {
    expect(readLink(search)[key]).toBeUndefined();
  });

  it('reads any text without throwing', () => {
    fc.assert(fc.property(fc.string(), (text) => void readLink(text)));
  });
});

describe('a link that names what is not here', () => {
  const catalogue = {
    scenarios: [{ id: 'fix-the-test', title: 'Fix the failing test', summary: '', prompt: '' }],
    models: [{ id: 'scripted', title: 'Scripted', needsKey: false, names: [] }],
    presets: [{ id: 'y-agent', title: 'Y-Agent' }],
  };

  it.each([
    ['?scenario=fix-the-test&model=scripted', []],
    ['?scenario=nope', [{ part: 'scenario', value: 'nope' }]],
    ['?model=gpt-0&speed=fast', [{ part: 'model', value: 'gpt-0' }]],
    ['?preset=y-agent&pane=hooks&thread=&mode=', []],
    ['?pane=issues', []],
    ['?preset=z-agent', [{ part: 'preset', value: 'z-agent' }]],
    [
      '?mode=root&dialect=klingon',
      [
        { part: 'dialect', value: 'klingon' },
        { part: 'mode', value: 'root' },
      ],
    ],
    [`?pane=${'x'.repeat(1000)}`, [{ part: 'pane', value: 'x'.repeat(100) }]],
    ['', []],
  ])('%s', (search, faults) => {
    const known = knownLink(search, catalogue);
    expect(known.link.preset ?? 'y-agent').toBe('y-agent');
    expect(known.faults).toEqual(faults);
    expect([known.link.scenario ?? 'fix-the-test', known.link.model ?? 'scripted']).toEqual([
      'fix-the-test',
      'scripted',
    ]);
  });
});

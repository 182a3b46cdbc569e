import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLAUDE_AGENT_SDK } from './testing/claude-agent-sdk';
import { CLAUDE_AGENT_SDK_AROUND } from './testing/claude-agent-sdk-around';
import { CLAUDE_AGENT_SDK_CALLS } from './testing/claude-agent-sdk-calls';
import { CLAUDE_AGENT_SDK_FLOW } from './testing/claude-agent-sdk-flow';
import { DSKCODE } from './testing/dskcode';
import { DSKCODE_CALLS } from './testing/dskcode-calls';
import { openSystem, type FidelityRow, type SystemBench } from './testing/fidelity-row';
import { OPEN_AGENT_SDK } from './testing/open-agent-sdk';
import { OPEN_AGENT_SDK_CALLS } from './testing/open-agent-sdk-calls';
import { Y_AGENT } from './testing/y-agent';
import { Y_AGENT_CALLS } from './testing/y-agent-calls';

const TABLES: Readonly<Record<string, readonly FidelityRow[]>> = {
  'open-agent-sdk': [...OPEN_AGENT_SDK, ...OPEN_AGENT_SDK_CALLS],
  'claude-agent-sdk': [
    ...CLAUDE_AGENT_SDK,
    ...CLAUDE_AGENT_SDK_CALLS,
    ...CLAUDE_AGENT_SDK_FLOW,
    ...CLAUDE_AGENT_SDK_AROUND,
  ],
  'y-agent': [...Y_AGENT, ...Y_AGENT_CALLS],
  dskcode: [...DSKCODE, ...DSKCODE_CALLS],
};

it('has over 600 rows, each with the section that it is from', () => {
  const rows = Object.values(TABLES).flat();
  expect(rows.length).toBeGreaterThan(600);
  expect(rows.every(({ section, says }) => section !== '' && says !== '')).toBe(true);
});

describe.each(Object.entries(TABLES))('%s does what its text says', (id, rows) => {
  let system: SystemBench;
  beforeAll(async () => {
    system = await openSystem(id);
  });
  afterAll(() => system.leave());

  it.each(rows.map((row) => [row.section, row.says, row.differs ?? '', row] as const))(
    '%s: %s %s',
    async (_section, _says, _differs, row) => {
      system.bench.mode = 'bypassPermissions';
      await row.shows(system);
    },
  );
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLAUDE_AGENT_SDK } from './testing/claude-agent-sdk';
import { DSKCODE } from './testing/dskcode';
import { openSystem, type FidelityRow, type SystemBench } from './testing/fidelity-row';
import { OPEN_AGENT_SDK } from './testing/open-agent-sdk';
import { Y_AGENT } from './testing/y-agent';

const TABLES: Readonly<Record<string, readonly FidelityRow[]>> = {
  'open-agent-sdk': OPEN_AGENT_SDK,
  'claude-agent-sdk': CLAUDE_AGENT_SDK,
  'y-agent': Y_AGENT,
  dskcode: DSKCODE,
};

it('has over 150 rows, each with the section that it is from', () => {
  const rows = Object.values(TABLES).flat();
  expect(rows.length).toBeGreaterThan(150);
  expect(rows.every(({ section, says }) => section !== '' && says !== '')).toBe(true);
});

describe.each(Object.entries(TABLES))('%s does what its text says', (id, rows) => {
  let system: SystemBench;
  beforeAll(async () => {
    system = await openSystem(id);
  });
  afterAll(() => system.bench.sandbox.dispose());

  it.each(rows.map((row) => [row.section, row.says, row.differs ?? '', row] as const))(
    '%s: %s %s',
    async (_section, _says, _differs, row) => {
      system.bench.mode = 'bypassPermissions';
      await row.shows(system);
    },
  );
});

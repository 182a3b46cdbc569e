import { execFileSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { runNative } from '../testing/native';
import { readCases } from './testing/cases';
import { differenceOf, knownDifferences, writeDifferences } from './testing/differences';
import { runEmbedded } from './testing/embedded';
import { FIXTURE, FIXTURE_TIME } from './testing/fixture';

const LONG = process.env.TOOLYARD_LONG !== undefined;
const WRITES = process.env.TOOLYARD_WRITE_DIFFERENCES !== undefined;

const all = readCases();
const cases = LONG ? all : all.filter((_, index) => index % 12 === 0);

/** Whether this machine has a bash that the sandbox's can be held against: 5 or newer. */
function hasBash(): boolean {
  try {
    return Number(execFileSync('bash', ['-c', 'echo $BASH_VERSINFO'], { encoding: 'utf8' })) >= 5;
  } catch {
    return false;
  }
}

const native = (script: string) =>
  runNative(script, FIXTURE, { modified: FIXTURE_TIME, env: { TERM: 'xterm-256color' } });

describe.runIf(hasBash())("the sandbox's shell beside the machine's", () => {
  const known = knownDifferences();
  const found: Parameters<typeof writeDifferences>[0][number][] = [];

  it('the table lists only cases that there are', () => {
    const ids = new Set(all.map(({ id }) => id));
    expect([...known].filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(cases)('$id: $script', async (one) => {
    const [theirs, ours] = await Promise.all([native(one.script), runEmbedded(one.script)]);
    const what = differenceOf(theirs, ours);
    if (what) found.push({ ...one, what, said: ours.stderr });
    if (WRITES) return;
    if (known.has(one.id)) expect(what, 'the table in docs/differences says that this differs').toBeDefined();
    else
      expect({ ...ours, what }).toEqual({
        ...theirs,
        stderr: ours.stderr,
        what: undefined,
        files: what ? theirs.files : ours.files,
      });
  });

  afterAll(() => {
    if (WRITES) writeDifferences(found);
  });
});

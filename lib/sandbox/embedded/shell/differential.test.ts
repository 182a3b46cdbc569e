import { afterAll, describe, expect, it } from 'vitest';
import { readCases } from './testing/cases';
import { differenceOf, knownDifferences, writeDifferences } from './testing/differences';
import { runEmbedded } from './testing/embedded';
import { hasBash, runNative } from './testing/native';

const LONG = process.env.TOOLYARD_LONG !== undefined;
const WRITES = process.env.TOOLYARD_WRITE_DIFFERENCES !== undefined;

const all = readCases();
const cases = LONG ? all : all.filter((_, index) => index % 12 === 0);

describe.runIf(hasBash())("the sandbox's shell beside the machine's", () => {
  const known = knownDifferences();
  const found: Parameters<typeof writeDifferences>[1][number][] = [];

  it.each(cases)('$id: $script', { timeout: 60_000 }, async (one) => {
    const [native, ours] = await Promise.all([runNative(one.script), runEmbedded(one.script)]);
    const what = differenceOf(native, ours);
    if (what) found.push({ ...one, what, said: ours.stderr });
    if (WRITES) return;
    if (known.has(one.id)) expect(what, 'the table in docs/differences says that this differs').toBeDefined();
    else
      expect({ ...ours, what }).toEqual({
        ...native,
        stderr: ours.stderr,
        what: undefined,
        files: what ? native.files : ours.files,
      });
  });

  afterAll(() => {
    if (WRITES) writeDifferences(cases.length, found);
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allCases } from './cases';
import { canCompare, startGitService, type GitService } from './git-service';
import { KNOWN } from './known';
import { runCase } from './run-case';

const possible = canCompare();
const long = process.env.TOOLYARD_LONG === '1';
/** One of so many cases is run where time is short. */
const STRIDE = 25;

const cases = allCases().filter(({ name }) => !KNOWN.has(name));
const chosen = long ? cases : cases.filter((_, at) => at % STRIDE === 0);

let service: GitService;

describe.skipIf(!possible)(`scripts beside the machine's git${possible ? '' : ' (skipped: no git or no bash)'}`, () => {
  beforeAll(async () => {
    service = await startGitService();
  });
  afterAll(() => service.close());

  it.each(chosen)('print, end and leave the same: $name', async (one) => {
    const [real, ours] = [await runCase(one), await runCase(one, service.folder)];
    expect(ours.out, ours.err).toBe(real.out);
    expect(ours.codes, ours.err).toBe(real.codes);
    expect(ours.state, ours.err).toBe(real.state);
  });
});

it('the known differences are those that the documents list', () => {
  const text = readFileSync('docs/differences/git.md', 'utf8');
  const rows = [...text.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(1).filter(([, name]) => !name?.startsWith('--'));
  expect(rows.map(([, name, what]) => [name, what])).toEqual([...KNOWN]);
});

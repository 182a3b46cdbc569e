import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transform } from 'sucrase';
import { describe, expect, it } from 'vitest';
import { parseJson } from '@/lib/protocol';
import { play, SampleSchema, SCENARIOS, type HistoryEntry } from './index';

const ROOT = join(import.meta.dirname, '../../public/samples');
const SAMPLES = readdirSync(ROOT);

const fileList = (sample: string): string[] => {
  const parsed = parseJson(SampleSchema, readFileSync(join(ROOT, sample, 'files.json'), 'utf8'));
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.value.files;
};

const readAll = (sample: string): Record<string, string> =>
  Object.fromEntries(fileList(sample).map((file) => [file, readFileSync(join(ROOT, sample, file), 'utf8')]));

describe('samples', () => {
  it.each(SAMPLES)('%s lists each of its files', (sample) => {
    const found = readdirSync(join(ROOT, sample), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'files.json')
      .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, sample).length + 1));
    expect(fileList(sample).toSorted()).toEqual(found.toSorted());
  });

  it.each(SCENARIOS.map(({ id, sample }) => [id, sample]))('%s has its sample %s', (_, sample) => {
    expect(SAMPLES).toContain(sample);
  });

  it.each(['../x', '/etc/passwd', 'a/../b', 'a//b', './a', '', '.git/config'])('no list may name %j', (path) => {
    expect(SampleSchema.safeParse({ title: 't', files: [path] }).success).toBe(false);
  });
});

/** Runs the project's tests as the sandbox would: types stripped, modules side by side. */
function testsPass(files: Record<string, string>): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'cart-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      const target = join(folder, name.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      const typed = name.endsWith('.ts');
      const code = typed ? transform(text, { transforms: ['typescript'], disableESTransforms: true }).code : text;
      writeFileSync(target, typed ? code.replaceAll(/(from '[^']+)\.ts'/g, "$1.js'") : code);
    }
    execFileSync(process.execPath, ['--test'], {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, NODE_TEST_CONTEXT: undefined },
    });
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The edits of the scenario, in order, each refused in the way it is meant to be, until one is let through. */
function scriptedEdits(): Record<string, unknown>[] {
  const prompt = SCENARIOS.find(({ id }) => id === 'fix-the-test')?.prompt ?? '';
  const history: HistoryEntry[] = [{ role: 'user', text: prompt }];
  const errors = ['INVALID_ARGS', 'TEXT_MULTIPLE_MATCHES'];
  const edits: Record<string, unknown>[] = [];
  for (let turn = 0; turn < 10 && edits.length < 3; turn++) {
    const calls = (play(history, { attempt: 1 }).calls ?? []).map((call, index) => ({
      id: `${turn}.${index}`,
      name: call.name,
      input: 'input' in call ? call.input : {},
    }));
    history.push({ role: 'assistant', text: '', calls });
    for (const call of calls) {
      const error = call.name === 'Edit' ? errors[edits.length] : call.name === 'Bash' ? 'EXIT_CODE' : undefined;
      if (call.name === 'Edit') edits.push({ ...call.input });
      history.push({ role: 'result', callId: call.id, text: '', failed: error !== undefined, ...(error && { error }) });
    }
  }
  return edits;
}

describe('the cart project', () => {
  const files = readAll('cart');
  const [careless, ambiguous, precise] = scriptedEdits();
  const count = (edit: Record<string, unknown> | undefined): number =>
    (files[String(edit?.file_path ?? edit?.Path)] ?? '').split(String(edit?.old_string)).length - 1;

  it('is red as it is shipped', () => {
    expect(testsPass(files)).toBe(false);
  });

  it('is green after the edit that the scenario makes', () => {
    const path = String(precise?.file_path);
    const fixed = (files[path] ?? '').replace(String(precise?.old_string), String(precise?.new_string));
    expect(testsPass({ ...files, [path]: fixed })).toBe(true);
  });

  it('stays red where the other place of the same text is changed', () => {
    const path = String(ambiguous?.file_path);
    const everywhere = (files[path] ?? '').replaceAll(String(ambiguous?.old_string), String(ambiguous?.new_string));
    expect(testsPass({ ...files, [path]: everywhere })).toBe(false);
  });

  it('has the first text twice and the last once', () => {
    expect([count(careless), count(ambiguous), count(precise)]).toEqual([2, 2, 1]);
  });
});

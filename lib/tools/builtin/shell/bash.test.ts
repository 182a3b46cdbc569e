import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { createBench, type Bench } from '../../testing/bench';
import { bash as tool } from './bash';

let bench: Bench;
beforeEach(async () => {
  bench = await createBench();
});
afterEach(() => bench.sandbox.dispose());

const bash = (command: string, more: object = {}, signal?: AbortSignal) =>
  bench.call('Bash', { command, ...more }, signal);

describe('Bash', () => {
  it('shows output and exit code, and streams the output', async () => {
    const { result } = await bash('echo one; echo two >&2');
    expect(result).toMatchObject({ success: true, summary: 'exit code 0', details: { exitCode: 0 } });
    expect(result.text).toBe('one\ntwo\n[Exit code: 0]');
    expect(bench.output.join('')).toBe('one\ntwo\n');
  });

  it('answers a failing command with EXIT_CODE and its output', async () => {
    const { result, phase } = await bash('printf oops; exit 3');
    expect(phase).toBe('failed');
    expect(result).toMatchObject({ error: 'EXIT_CODE', details: { exitCode: 3 } });
    expect(result.text).toMatch(/^oops\nAdvice: .+\n\[Exit code: 3\]$/);
  });

  it('gives a command that reads its input the end of it at once', async () => {
    expect((await bash('cat; echo done')).result.text).toBe('done\n[Exit code: 0]');
  });

  it('keeps the folder for the next call, also after a failure, and uses the environment', async () => {
    bench.shell.env.GREETING = 'hello';
    await bash('mkdir -p in/side && cd in/side && false');
    expect(bench.shell.cwd).toBe(`${bench.sandbox.workdir}/in/side`);
    expect((await bash('pwd; echo $GREETING')).result.text).toContain('/in/side\nhello\n');
    expect((await bench.call('Write', { file_path: 'here.txt', content: 'x' })).result.diff?.path).toBe(
      'in/side/here.txt',
    );
    await bash('cd ../..; rm -r in');
    bench.shell.cwd = `${bench.sandbox.workdir}/in/side`;
    expect((await bash('pwd')).result.text).toBe(`${bench.sandbox.workdir}\n[Exit code: 0]`);
  });

  it('keeps the first and the last of a flood, and all of it in the blobs', async () => {
    const { result } = await bash('seq 1 40000; exit 1');
    expect(result.text.startsWith('1\n2\n')).toBe(true);
    expect(result.text).toMatch(/39999\n40000\nAdvice: .+\n\[Exit code: 1\]$/);
    expect(result.text).toMatch(/\[… [\d,]+ characters left out …\]/);
    expect(result.text.length).toBeLessThan(100_100);
    expect(bench.blobs.get(result.truncated?.hash ?? '')).toContain('\n20000\n');
  });

  it.each([
    ['two minutes unless it says otherwise', {}, 120_000],
    ['as long as it says', { timeout: 600_000 }, 600_000],
    ['two minutes to start in the background', { timeout: 5, run_in_background: true }, 120_000],
  ])('may take %s', (_what, more, ms) => {
    expect(tool.deadlineFor?.({ command: 'true', ...more })).toBe(ms);
  });

  it('is cut off at its timeout, with what it had said', async () => {
    const { result } = await bash('echo started; while :; do sleep 0.05; done', { timeout: 3000 });
    expect(result).toMatchObject({ success: false, error: 'TIMEOUT', retryable: true });
    expect(result.text).toMatch(/^started\n.*longer than 3 s/s);
  });

  it('is stopped by a person, with what it had said', async () => {
    const stop = new AbortController();
    bench.output.push = (...texts: string[]) => {
      stop.abort(new AbortReason('stopped', 'A person stopped the call.'));
      return texts.length;
    };
    const { result, phase } = await bash('echo started; while :; do sleep 0.05; done', {}, stop.signal);
    expect(phase).toBe('aborted');
    expect(result.error).toBe('ABORTED');
    expect(result.text).toMatch(/^started\n\nA person stopped the call\.\n/);
  });

  it.each([
    ['leaving the sandbox', { dangerously_disable_sandbox: true }, 'UNSUPPORTED'],
    ['more than ten minutes', { timeout: 600_001 }, 'INVALID_ARGS'],
    ['a field it does not know', { shell: 'zsh' }, 'INVALID_ARGS'],
  ])('refuses %s', async (_what, more, code) => {
    expect((await bash('true', more)).result.error).toBe(code);
  });

  it('refuses to destroy everything even when all is allowed', async () => {
    bench.rules.push({ behavior: 'allow', rule: 'Bash' });
    const { result, phase } = await bash('x=/; rm -rf "$x"');
    expect(phase).toBe('denied');
    expect(result).toMatchObject({ error: 'BLACKLIST_DENIED', denial: { source: 'hard-coded' } });
  });

  it.each([
    ['npm test', 'Bash(npm test:*)'],
    ['npm run build -- --watch', 'Bash(npm run build:*)'],
    ['node --test', 'Bash(node --test:*)'],
    ['npm test && rm x', 'Bash(npm test && rm x)'],
    ['npm test > log', 'Bash(npm test > log)'],
    ['rm x', 'Bash(rm x)'],
  ])('offers for %s the rule %s', async (command, rule) => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'no' });
    await bash(command);
    expect(bench.asked[0]?.suggestedRule).toBe(rule);
  });
});

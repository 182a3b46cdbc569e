import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { asCall, asCase, asTest, callAsCurl } from './copies';

const ODD = `{"text": "it's \\"odd\\" $HOME \`date\`\\n", "big": 12345678901234567890}`;

describe('a call that is taken along', () => {
  it('is sent to the letter where it is JSON, and as text where it is not', () => {
    expect(asCall({ name: 'Read', args: ODD })).toBe(`{ "name": "Read", "arguments": ${ODD} }`);
    expect(asCall({ name: 'Read', args: '{"a":' })).toBe('{ "name": "Read", "arguments": "{\\"a\\":" }');
  });

  it('as curl passes through a shell unharmed', () => {
    const command = callAsCurl({ name: 'Say', args: ODD });
    const given = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "$@"; }; MCP_URL=here; ${command}`], {
      encoding: 'utf8',
    });
    expect(given).toContain(`"arguments": ${ODD} }`);
    expect(given.split('\n')[0]).toBe('here');
  });

  it('of one’s own tool is a case: what others answered it, and what came of it', () => {
    const nested = [
      {
        id: '1',
        name: 'Read',
        args: '{}',
        phase: 'succeeded',
        startedAt: 0,
        endedAt: 1,
        text: '     1\tone\n     2\ttwo',
      },
      { id: '2', name: 'Bash', args: '{}', phase: 'failed', error: 'EXIT_CODE', startedAt: 0, endedAt: 1, text: 'no' },
    ];
    const told = asCase({ name: 'Mine', args: ODD }, { result: { success: true, text: 'ab', details: { nested } } });
    expect(JSON.parse(runInNewContext(`JSON.stringify([${told}])`))).toMatchObject([
      { tool: 'Mine', expect: 'ab', calls: { Read: 'one\ntwo', Bash: { error: 'EXIT_CODE', text: 'no' } } },
    ]);
    expect(told).toContain(`input: ${ODD},`);
    const failed = { success: false, text: 'No.', error: 'NOT_FOUND' } as const;
    expect(asCase({ name: 'Mine', args: '{}' }, { result: failed })).toContain('expect: { error: "NOT_FOUND" }');
    const long = asCase({ name: 'Mine', args: '{}' }, { result: { success: true, text: `one\n${'x'.repeat(999)}` } });
    expect(long).toContain('expect: { includes: "one" }');
  });

  it('as a test says what came of it', () => {
    const failed = { phase: 'invalid', result: { success: false, text: 'No.', error: 'INVALID_ARGS' } } as const;
    const test = asTest({ name: 'Read', args: ODD }, failed);
    expect(test).toContain(`bench.call("Read", ${JSON.stringify(ODD)})`);
    expect(test).toContain('{ success: false, error: "INVALID_ARGS" }');
  });
});

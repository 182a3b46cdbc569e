import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { asCall, callAsCurl, asTest } from './copies';

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

  it('as a test says what came of it', () => {
    const failed = { phase: 'invalid', result: { success: false, text: 'No.', error: 'INVALID_ARGS' } } as const;
    const test = asTest({ name: 'Read', args: ODD }, failed);
    expect(test).toContain(`bench.call("Read", ${JSON.stringify(ODD)})`);
    expect(test).toContain('{ success: false, error: "INVALID_ARGS" }');
  });
});

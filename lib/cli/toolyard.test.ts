import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { freePort } from '../launch/address.mjs';
import { validate } from '../schema';
import { RULES } from '../tools/lint';

const LONG = process.env.TOOLYARD_LONG !== undefined;
/** It carries the schema of the standard. */
const SARIF_PACKAGE = '@microsoft/jest-sarif@1.0.0-beta.0';
const npm = (...words: string[]) => promisify(execFile)('npm', words);

const EVERYTHING = join(
  import.meta.dirname,
  '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);
const BIN = join(import.meta.dirname, 'toolyard.mjs');
const folder = mkdtempSync(join(tmpdir(), 'toolyard-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Ran {
  code: number;
  out: string;
  err: string;
}

const toolyard = (...words: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    execFile(process.execPath, [BIN, ...words], { cwd: folder }, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err });
    });
  });

function file(name: string, content: unknown): string {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  return name;
}

const schema = {
  type: 'object',
  properties: { city: { type: 'string', description: 'The city, such as Oslo.' } },
  required: ['city'],
  additionalProperties: false,
};
const description = 'Tells the weather of today in a city of Europe. Do not use it for forecasts.';
const good = { name: 'get_weather', description, inputSchema: schema };

describe('toolyard lint', () => {
  it('finds nothing in a good tool: 0', async () => {
    const { code, out, err } = await toolyard('lint', file('good.json', { tools: [good] }));
    expect([err, out.trim(), code]).toEqual(['', '0 errors, 0 warnings, 0 notes in 1 tool', 0]);
  });

  it('reads YAML, and a file by any name that is not run', async () => {
    const yaml = file('tools.yaml', 'tools:\n  - name: get weather\n    inputSchema: { type: object }\n');
    expect(await toolyard('lint', yaml)).toMatchObject({ code: 1, out: expect.stringContaining('(name-refused)') });
    expect(await toolyard('lint', file('tools.txt', [good]))).toMatchObject({ code: 0 });
    expect(await toolyard('lint', file('broken.yml', 'a: ['))).toMatchObject({ code: 2 });
  });

  it('says what is wrong where, in a file with comments: 1', async () => {
    const bad = file(
      'bad.jsonc',
      '// mine\n{ "type": "function",\n  "function": { "name": "get weather", "description": "",\n    "parameters": { "type": "object" } } }',
    );
    const { code, out } = await toolyard('lint', bad);
    expect(code).toBe(1);
    expect(out).toMatch(/^get weather\n {2}error .*\(name-refused\)\n +bad\.jsonc:3:25 {2}fix: Rename to get_weather/);
    expect(out).toContain('(no-description)\n           bad.jsonc:3:55');
    expect(out.trim()).toMatch(/2 errors, 0 warnings, 0 notes in 1 tool$/);
  });

  it('writes JSON and SARIF', async () => {
    const bad = file('bad.json', [{ ...good, description: '' }]);
    const asJson = await toolyard('lint', '--format', 'json', bad);
    expect(JSON.parse(asJson.out)).toMatchObject({
      tools: 1,
      findings: [{ rule: 'no-description', level: 'error', tool: 'get_weather', at: '/description', line: 4 }],
    });
    const { code, out } = await toolyard('lint', bad, '--format=sarif');
    const [run] = JSON.parse(out).runs;
    expect(code).toBe(1);
    expect(JSON.parse(out).version).toBe('2.1.0');
    expect(run.tool.driver.rules).toHaveLength(RULES.length);
    expect(run.tool.driver.rules[run.results[0].ruleIndex].id).toBe('no-description');
    expect(run.results[0].locations[0].physicalLocation).toEqual({
      artifactLocation: { uri: 'bad.json' },
      region: { startLine: 4, startColumn: 20 },
    });
  });

  it.runIf(LONG)(
    'writes SARIF as its schema wants it, whatever is found and wherever the file is',
    async () => {
      await npm('install', '--prefix', folder, '--ignore-scripts', '--no-audit', SARIF_PACKAGE);
      const path = join(folder, 'node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
      const schema = z.record(z.string(), z.unknown()).parse(JSON.parse(readFileSync(path, 'utf8')));
      for (const target of [
        file(
          'every rule.json',
          RULES.flatMap(({ bad }) => bad),
        ),
        file('nothing #1.json', [good]),
        file('no place?.yaml', 'name: get weather\ninputSchema: { type: object }\n'),
      ]) {
        const { out } = await toolyard('lint', target, '--format', 'sarif');
        expect(validate(schema, JSON.parse(out))).toMatchObject({ ok: true });
      }
      // The schema itself refuses what is no SARIF.
      expect(validate(schema, { version: '2.1.0', runs: [{}] })).toMatchObject({ ok: false });
    },
    120_000,
  );

  it.runIf(LONG)(
    'is had without a clone: packed, installed elsewhere and run from there',
    async () => {
      const packed = mkdtempSync(join(tmpdir(), 'toolyard-packed-'));
      try {
        const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'pack.mjs'), packed]);
        await npm('install', '--prefix', packed, '--offline', '--no-audit', stdout.trim());
        expect(readdirSync(join(packed, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['toolyard']);
        const bin = join(packed, 'node_modules/.bin/toolyard');
        const run = (...words: string[]) => promisify(execFile)(bin, words, { cwd: packed });
        writeFileSync(join(packed, 'good.json'), JSON.stringify([good]));
        expect((await run('lint', 'good.json')).stdout).toContain('0 errors');
        const everything = run('lint', '--format', 'sarif', '--', process.execPath, EVERYTHING, 'stdio');
        const { stdout: sarif } = await everything.catch((error: unknown) =>
          z.object({ stdout: z.string() }).parse(error),
        );
        expect(JSON.parse(sarif)).toMatchObject({ version: '2.1.0' });
      } finally {
        rmSync(packed, { recursive: true });
      }
    },
    120_000,
  );

  it('asks a server that a command starts', async () => {
    const { code, out } = await toolyard('lint', '--format', 'json', '--', process.execPath, EVERYTHING, 'stdio');
    const report = JSON.parse(out);
    expect(report.tools).toBeGreaterThanOrEqual(10);
    expect(report.findings.map(({ tool }: { tool: string }) => tool)).toContain('echo');
    expect(code).toBe(report.findings.some(({ level }: { level: string }) => level !== 'note') ? 1 : 0);
  });

  it('asks a server over streamable HTTP', async () => {
    const port = String(await freePort('127.0.0.1'));
    const server = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], { env: { ...process.env, PORT: port } });
    try {
      await new Promise((resolve) => server.stderr.on('data', (data) => /listening/i.test(String(data)) && resolve(0)));
      const { out, err } = await toolyard('lint', `http://127.0.0.1:${port}/mcp`, '--format', 'json');
      expect(err).toBe('');
      expect(JSON.parse(out).tools).toBeGreaterThanOrEqual(10);
    } finally {
      server.kill();
      await once(server, 'exit');
    }
  });

  it.each<[string, string[], RegExp]>([
    ['a command that is not there', ['lint', 'no-such-command-anywhere'], /ENOENT/],
    ['a server that is not there', ['lint', 'http://127.0.0.1:9/mcp'], /127\.0\.0\.1:9/],
    ['nothing', ['lint'], /Say what to lint/],
  ])('says what is the matter with %s: 2', async (_what, words, said) => {
    const { code, out, err } = await toolyard(...words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(said);
  });
});

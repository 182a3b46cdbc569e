import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { call, resultsOf, says, stopEvent } from '@/lib/agent/agent.fixture';
import { openSite } from './http.fixture';

const LONG = process.env.TOOLYARD_LONG !== undefined;
const PACKAGES = ['@copilotkit/runtime@1.75.0', '@copilotkit/core@1.75.0'];
const INSTALL = ['install', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund', '--no-package-lock'];
const MINUTE_MS = 60_000;
const run = promisify(execFile);
const OutputSchema = z.object({
  said: z.array(z.array(z.string())),
  errors: z.array(z.string()),
  threadId: z.string(),
});

/** A program of a stranger: CopilotKit's runtime in front of our agent, and its client with a tool of its own. */
const PROGRAM = `
import { createServer } from 'node:http';
import { HttpAgent } from '@ag-ui/client';
import { CopilotKitCore } from '@copilotkit/core';
import { CopilotRuntime, InMemoryAgentRunner } from '@copilotkit/runtime/v2';
import { createCopilotNodeListener } from '@copilotkit/runtime/v2/node';

// Its client connects in a page alone.
globalThis.window = globalThis;
const headers = { authorization: 'Bearer any string of 32 characters or more' };
const agents = { default: new HttpAgent({ url: process.argv[2], headers }) };
const runtime = new CopilotRuntime({ agents, runner: new InMemoryAgentRunner() });
const server = createServer(createCopilotNodeListener({ runtime, basePath: '/copilot' }));
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const tools = [{ name: 'weather', description: 'Weather of a city', handler: async () => 'fine' }];
const core = new CopilotKitCore({ runtimeUrl: 'http://127.0.0.1:' + server.address().port + '/copilot', tools });
const errors = [];
const agent = await new Promise((resolve) => {
  const look = () => core.getAgent('default') && resolve(core.getAgent('default'));
  core.subscribe({ onAgentsChanged: look, onError: ({ error }) => void errors.push(String(error)) });
  look();
});
for (const content of ['How is the weather?', 'And now?']) {
  agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
  await core.runAgent({ agent });
}
const said = agent.messages.map(({ role, content }) => [role, content ?? '']);
console.log(JSON.stringify({ said, errors, threadId: agent.threadId }));
process.exit(0);
`;

it.runIf(LONG)(
  'CopilotKit’s runtime drives the agent, and its client runs the calls',
  { timeout: 10 * MINUTE_MS },
  async ({ onTestFinished }) => {
    const folder = await mkdtemp(join(tmpdir(), 'toolyard-copilotkit-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await writeFile(join(folder, 'package.json'), '{ "private": true }');
    // It is far too large to be a dependency of ours.
    await run('npm', [...INSTALL, ...PACKAGES], { cwd: folder, timeout: 5 * MINUTE_MS });
    const site = await openSite((_request, n) =>
      n === 0
        ? [{ type: 'reasoning', delta: 'hm' }, ...call('a', 'weather'), stopEvent('tool_calls')]
        : says(`It is fine ${n}.`),
    );
    onTestFinished(() => site.dispose());
    await writeFile(join(folder, 'program.mjs'), PROGRAM);
    const { stdout } = await run(process.execPath, ['program.mjs', `${site.url}/api/agent`], {
      cwd: folder,
      timeout: MINUTE_MS,
      env: { ...process.env, COPILOTKIT_TELEMETRY_DISABLED: 'true', DO_NOT_TRACK: '1' },
    });
    const { said, errors, threadId } = OutputSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    expect({ said, errors }).toEqual({
      errors: [],
      said: [
        ['user', 'How is the weather?'],
        ['reasoning', 'hm'],
        ['assistant', ''],
        ['tool', 'fine'],
        ['assistant', 'It is fine 1.'],
        ['user', 'And now?'],
        ['assistant', 'It is fine 2.'],
      ],
    });
    const entries = await site.bench.ports.log.read(threadId, 0);
    expect(resultsOf(entries.map(({ event }) => event))).toEqual(['a']);
  },
);

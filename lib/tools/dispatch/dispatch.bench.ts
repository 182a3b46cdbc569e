import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { asSchema, tool as aiTool } from 'ai';
import { bench, describe } from 'vitest';
import { z } from 'zod';
import { DEFAULT_RATE, HookSchema, type Hook } from '@/lib/protocol';
import { defineTool } from '../define-tool';
import { eraseTool } from '../tool';
import { createHookRunner } from '../hooks';
import { createRateLimiter } from './limits';
import { createRegistry } from '../registry';
import type { PermissionRule } from '../permissions';
import { createDispatcher } from '.';

/** The same tool and input everywhere; only what surrounds the call differs. */
const shape = {
  file_path: z.string().describe('The file.'),
  offset: z.int().min(1).default(1).describe('The first line.'),
  limit: z.int().min(1).max(2000).default(200).describe('How many lines.'),
};
const input = z.strictObject(shape);
const args = JSON.stringify({ file_path: 'src/cart.ts', limit: 40 });
const describeCall = ({ file_path, offset, limit }: z.infer<typeof input>): string => `${file_path} ${offset} ${limit}`;

const hooks: Hook[] = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'].map((event) =>
  HookSchema.parse({ id: event, name: event, event, matcher: 'Bash|mcp__*', source: '', enabled: true }),
);
const rules: PermissionRule[] = [
  { behavior: 'deny', rule: 'Bash(git push:*)' },
  { behavior: 'ask', rule: 'Write(.env)' },
  { behavior: 'allow', rule: 'Edit(src/**)' },
];
const others = ['Write', 'Edit', 'Glob', 'Grep', 'Bash'].map((name) =>
  defineTool({ name, description: 'Another tool.', source: 'builtin', input, execute: describeCall }),
);
const dispatcher = createDispatcher({
  registry: createRegistry([
    ...others.map(eraseTool),
    eraseTool(
      defineTool({
        name: 'Read',
        description: 'Reads.',
        kind: 'read',
        source: 'builtin',
        input,
        execute: describeCall,
      }),
    ),
  ]),
  permissions: {
    mode: () => 'default',
    rules: () => rules,
    ask: () => Promise.reject(new Error('Nobody is asked.')),
    allowAlways: () => undefined,
  },
  contextFor: () => ({ threadId: 'thread', writeRoots: [] }),
  // A clock fast enough that the bucket is never empty.
  limiter: createRateLimiter({
    limits: () => ({ calls: DEFAULT_RATE.calls, tools: {} }),
    now: () => (minute += 60_000),
  }),
  hooks: createHookRunner({
    hooks: () => hooks,
    codeRunner: { run: () => Promise.reject(new Error('No hook matches.')) },
  }),
});
let minute = 0;
const { signal } = new AbortController();

const server = new McpServer({ name: 'bench', version: '1.0.0' });
server.registerTool('Read', { description: 'Reads.', inputSchema: shape }, (value) => ({
  content: [{ type: 'text', text: describeCall(value) }],
}));
const client = new Client({ name: 'bench', version: '1.0.0' });
const [near, far] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(far), client.connect(near)]);

const ai = aiTool({ description: 'Reads.', inputSchema: input, execute: async (value) => describeCall(value) });

/** Arguments with a misspelt field and a value of the wrong type. */
const bad = JSON.stringify({ path: 'src/cart.ts', limit: 'forty' });

describe('one tool call', () => {
  bench('bare Zod', () => {
    input.parse(JSON.parse(args));
  });
  bench('ai: validate and execute', async () => {
    const checked = await asSchema(ai.inputSchema).validate?.(JSON.parse(args));
    if (checked?.success) await ai.execute?.(checked.value, { toolCallId: 'call', messages: [] });
  });
  bench('toolyard: the whole pipeline', async () => {
    const { phase } = await dispatcher.dispatch({ id: 'call', name: 'Read', args }, { signal });
    if (phase !== 'succeeded') throw new Error(phase);
  });
  bench('MCP SDK: in-memory client and server', async () => {
    await client.callTool({ name: 'Read', arguments: JSON.parse(args) });
  });
});

describe('one tool call with bad arguments', () => {
  bench('bare Zod, bad', () => {
    try {
      input.parse(JSON.parse(bad));
    } catch (error) {
      if (!(error instanceof z.ZodError) || error.issues.length !== 3) throw error;
    }
  });
  bench('ai: validate, bad', async () => {
    const checked = await asSchema(ai.inputSchema).validate?.(JSON.parse(bad));
    if (checked?.success) throw new Error('valid');
  });
  bench('toolyard: the whole pipeline, bad', async () => {
    const { result } = await dispatcher.dispatch({ id: 'call', name: 'Read', args: bad }, { signal });
    if (result.issues?.length !== 3) throw new Error(result.text);
  });
  bench('MCP SDK: in-memory client and server, bad', async () => {
    const answer = await client.callTool({ name: 'Read', arguments: JSON.parse(bad) });
    if (answer.isError !== true) throw new Error('valid');
  });
});

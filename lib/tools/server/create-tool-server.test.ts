import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ErrorCode, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSdkMcpServer, createToolServer, tool } from '..';
import { defineTool } from '../define-tool';
import { createRegistry } from '../registry';
import type { AnyTool } from '../tool';

const add = tool('add', 'Adds two numbers.', { a: z.number(), b: z.number().describe('The second.') }, ({ a, b }) => ({
  content: [{ type: 'text', text: `Result: ${a + b}` }],
}));
const broken = tool('broken', 'Always fails.', {}, () => {
  throw new Error('no luck');
});
const refuses = tool('refuses', 'Says no.', {}, async () => ({
  content: [{ type: 'text', text: 'No.' }],
  isError: true,
}));
const weather = defineTool<{ city: string }>({
  name: 'weather',
  description: 'Tells the weather.',
  kind: 'read',
  input: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
  output: z.object({ celsius: z.number() }),
  execute: ({ city }) => ({
    text: city === 'Oslo' ? 'Cold.' : 'Warm.',
    structuredContent: { celsius: city === 'Oslo' ? -3 : 'warm' },
  }),
});
const picture = defineTool({
  name: 'picture',
  description: 'Shows a picture.',
  execute: () => ({
    content: [
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'resource', uri: 'file:///a.txt', text: 'a' },
      { type: 'resource', uri: 'file:///b' },
    ],
  }),
});
const all: readonly AnyTool[] = [add, broken, refuses, weather, picture];

async function connect(registry = createRegistry(all)): Promise<Client> {
  const { instance } = createToolServer({ name: 'test', tools: registry });
  const client = new Client({ name: 'client', version: '1' });
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([instance.connect(theirs), client.connect(mine)]);
  return client;
}

describe('createToolServer', () => {
  it('is an MCP server in the form of the Claude Agent SDK', async () => {
    const server = createToolServer({ name: 'calculator', tools: [add] });
    expect(Object.keys(server)).toEqual(['type', 'name', 'instance']);
    expect(server).toMatchObject({ type: 'sdk', name: 'calculator' });
    expect(server.instance).toBeInstanceOf(McpServer);
    expect(createSdkMcpServer).toBe(createToolServer);
    const client = await connect();
    expect(client.getServerVersion()).toEqual({ name: 'test', version: '1.0.0' });
  });

  it('lists its tools, in order, with schemas and annotations', async () => {
    const { tools } = await (await connect()).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['add', 'broken', 'refuses', 'weather', 'picture']);
    expect(tools[0]).toMatchObject({
      description: 'Adds two numbers.',
      inputSchema: { type: 'object', required: ['a', 'b'], properties: { b: { description: 'The second.' } } },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
    expect(tools[3]).toMatchObject({
      annotations: { readOnlyHint: true },
      outputSchema: { type: 'object', properties: { celsius: { type: 'number' } } },
    });
  });

  it('runs a tool', async () => {
    const client = await connect();
    expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toEqual({
      content: [{ type: 'text', text: 'Result: 5' }],
    });
    expect(await client.callTool({ name: 'weather', arguments: { city: 'Oslo' } })).toEqual({
      content: [{ type: 'text', text: 'Cold.' }],
      structuredContent: { celsius: -3 },
    });
    expect((await client.callTool({ name: 'picture' })).content).toEqual([
      { type: 'image', data: 'aGk=', mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'a' } },
      { type: 'resource_link', uri: 'file:///b', name: 'file:///b' },
    ]);
  });

  it.each([
    ['a tool that is not there', { name: 'ad' }, /no tool named "ad".*Did you mean add/],
    ['a missing argument', { name: 'add', arguments: { a: 1 } }, /\bb\b/],
    ['a wrong argument', { name: 'weather', arguments: { city: 5 } }, /city/],
    [
      'structured content that breaks a promise',
      { name: 'weather', arguments: { city: 'Rome' } },
      /Invalid structured content for tool weather: .*celsius/,
    ],
  ])('answers %s with InvalidParams', async (_what, call, message) => {
    await expect((await connect()).callTool(call)).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringMatching(message),
    });
  });

  it.each([
    ['throws', { name: 'broken' }, 'no luck'],
    ['says so', { name: 'refuses' }, 'No.'],
  ])('marks the result of a tool that %s', async (_what, call, text) => {
    expect(await (await connect()).callTool(call)).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining(text) }],
    });
  });

  it('tells its clients that the list has changed, and then refuses what is disabled', async () => {
    const registry = createRegistry(all);
    const client = await connect(registry);
    let told = 0;
    const heard = new Promise<void>((resolve) => {
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
        told += 1;
        resolve();
      });
    });
    registry.disable('add');
    await heard;
    expect(told).toBe(1);
    expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('add');
    await expect(client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
      message: expect.stringContaining('disabled'),
    });
    registry.enable('add');
    expect((await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })).isError).toBeUndefined();
    await client.close();
    expect(() => registry.remove('add')).not.toThrow();
  });

  it('takes more tools by the SDK’s own method, and says that it has tools only where it has some', async () => {
    const { instance } = createToolServer({ name: 'later' });
    const registered = instance.tool('double', 'Doubles.', { a: z.number() }, ({ a }) => ({
      content: [{ type: 'text', text: String(a * 2) }],
    }));
    const client = new Client({ name: 'client', version: '1' });
    const [mine, theirs] = InMemoryTransport.createLinkedPair();
    await Promise.all([instance.connect(theirs), client.connect(mine)]);
    expect(client.getServerCapabilities()?.tools).toBeDefined();
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['double']);
    expect(await client.callTool({ name: 'double', arguments: { a: 2 } })).toMatchObject({ content: [{ text: '4' }] });
    registered.disable();
    await expect(client.callTool({ name: 'double', arguments: { a: 2 } })).rejects.toMatchObject({
      code: ErrorCode.InvalidParams,
    });

    const empty = createToolServer({ name: 'empty' });
    const other = new Client({ name: 'client', version: '1' });
    const [a, b] = InMemoryTransport.createLinkedPair();
    await Promise.all([empty.instance.connect(b), other.connect(a)]);
    expect(other.getServerCapabilities()?.tools).toBeUndefined();
  });
});

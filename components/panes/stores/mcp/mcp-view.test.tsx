// @vitest-environment jsdom
import type { McpConnections } from '@/lib/ports';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { field, renderPage, unrenderAll } from '../../../fixtures/render';
import McpView from './mcp-view';

afterEach(unrenderAll);

it('asks for a token that is gone with the page it was typed in, and connects with it', async () => {
  const nothing = async (): Promise<never> => Promise.reject(new Error('not here'));
  const add = vi.fn(async () => undefined);
  const connect = vi.fn(async () => undefined);
  const url = 'https://far.example/mcp';
  const nowhere = { state: 'idle', tools: [], resources: [], prompts: [] } as const;
  const value: McpConnections['value'] = [{ name: 'far', where: 'remote', url, wantsToken: true, ...nowhere }];
  const others = { call: nothing, listResources: nothing, readResource: nothing, remove: nothing, trust: nothing };
  const mcp: McpConnections = { value, subscribe: () => () => undefined, servers: ['far'], add, connect, ...others };
  await renderPage({ ports: { mcp } }, <McpView />);
  const token = field('input', 'Token of far');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(token, 'secret');
    token.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => token.closest('form')?.querySelector('button')?.click());
  expect(add).toHaveBeenCalledWith({ name: 'far', url, token: 'secret' });
  expect(connect).toHaveBeenCalledWith('far');
});

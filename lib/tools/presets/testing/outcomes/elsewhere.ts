import { McpFailure, PageFailure, ServiceError } from '@/lib/ports';
import { ERROR_CODES } from '@/lib/protocol';
import type { World } from '../world';
import { of, throwing, type Case, type Outcome } from './row';

const served = (answer: unknown) => (world: World) => world.serve(async () => answer);
const refusing =
  (code: string, status = 400) =>
  (world: World) =>
    world.serve(throwing(new ServiceError(code, 'It did not work.', status)));
const PAGE = { kind: 'page', title: 'Tea', by: 'model', text: 'Three minutes.', cut: false, cached: false, bytes: 9 };
const FETCH = { url: 'https://tea.example/', prompt: 'How long?' };
const SERVICE_CODES = [
  'URL_REFUSED',
  'NOT_FOUND',
  'UNSUPPORTED',
  'READ_ERROR',
  'NETWORK_ERROR',
  'SERVER_ERROR',
  'TIMEOUT',
  'RATE_LIMITED',
] as const;
const refusals = (input: Outcome['input']): Case[] =>
  SERVICE_CODES.map((code): Case => [`refused with ${code}`, input, refusing(code)]);

/** Outcomes of calls about pages and servers. */
export const ELSEWHERE = [
  ...of(
    'WebFetch',
    ['a page', FETCH, served(PAGE)],
    ['passages', FETCH, served({ ...PAGE, by: 'passages', why: 'no small model', cut: true })],
    ['another host', FETCH, served({ kind: 'moved', to: 'https://other.example/' })],
    ['no address', { ...FETCH, url: 'tea' }],
    ...refusals(FETCH),
  ),
  ...of(
    'WebSearch',
    [
      'a page',
      { query: 'tea' },
      served({ source: 'engine', results: [{ title: 'Tea', url: 'https://tea.example/', excerpt: 'Hot.' }] }),
    ],
    ['nothing', { query: 'tea' }, served({ source: 'documents', results: [] })],
    ...refusals({ query: 'tea' }),
  ),
  ...of(
    'RemoteTrigger',
    ['taken', { url: 'https://hooks.example/', event: 'x.y' }, served({ id: 'msg_1', status: 200, text: 'Thanks.' })],
    ...[400, 404, 429, 500].map((status): Case => [
      `answered ${status}`,
      { url: 'https://hooks.example/', event: 'x.y' },
      served({ id: 'msg_1', status, text: 'No.' }),
    ]),
    ...refusals({ url: 'https://hooks.example/', event: 'x.y' }),
  ),
  ...of(
    'McpCall',
    ['a tool', { server: 'page', tool: 'echo', input: {} }],
    ...(
      [
        'NOT_FOUND',
        'TOOL_NOT_FOUND',
        'INVALID_ARGS',
        'UNSUPPORTED',
        'NETWORK_ERROR',
        'SERVER_ERROR',
        'TIMEOUT',
      ] as const
    ).map((code): Case => [
      `refused with ${code}`,
      { server: 'page', tool: 'echo', input: {} },
      (world) => world.mcp(throwing(new McpFailure(code, 'It did not work.'))),
    ]),
  ),
  ...of(
    'ListMcpResources',
    ['a list', {}, (world) => world.mcp(async () => undefined)],
    [
      'no server',
      { server: 'klingon' },
      (world) => world.mcp(throwing(new McpFailure('NOT_FOUND', 'There is no such server.'))),
    ],
  ),
  ...of(
    'ReadMcpResource',
    ['a resource', { server: 'page', uri: 'x://y' }, (world) => world.mcp(async () => undefined)],
    [
      'no resource',
      { server: 'page', uri: 'x://z' },
      (world) => world.mcp(throwing(new McpFailure('NOT_FOUND', 'There is nothing.'))),
    ],
  ),
  ...of(
    'Browser',
    ['a page', { action: 'open', address: 'index.html' }],
    ['a click', { action: 'click', target: '1' }],
    ['typing', { action: 'type', target: '1', text: 'x' }],
    ['a picture', { action: 'screenshot' }],
    ['without an address', { action: 'open' }],
    ['without a target', { action: 'click' }],
    ['without a text', { action: 'type', target: '1' }],
    ...ERROR_CODES.map((code): Case => [
      `refused with ${code}`,
      { action: 'read' },
      (world) => world.page(throwing(new PageFailure(code, 'It did not work.'))),
    ]),
  ),
];

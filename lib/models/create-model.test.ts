import type { Tool } from '@ag-ui/core';
import { KEYED_PROVIDERS, type AgentOptions } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { createModel } from './index';
import type { ModelEvent, Secrets } from './model';
import { callsOf, collect, requestOf, spokenText, withProvider } from './testing';

const READ: Tool = { name: 'Read', description: 'Reads a file.', parameters: { type: 'object', properties: {} } };
const chunk = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

interface Seen {
  body: string;
  authorization: string | undefined;
}

/** One turn against a server that takes no tools natively, or does. */
async function ask(options: AgentOptions, secrets: Secrets, takesTools: boolean): Promise<[ModelEvent[], Seen[]]> {
  const seen: Seen[] = [];
  const events = await withProvider(
    (body, response, request) => {
      seen.push({ body, authorization: request.headers.authorization });
      if (body.includes('"tools"') && !takesTools) {
        response.writeHead(400, { 'content-type': 'application/json' });
        response.end('{"error":{"message":"registry/some-model does not support tools"}}');
        return;
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const told = body.includes('"tools"')
        ? chunk({ tool_calls: [{ index: 0, id: 'c1', function: { name: 'Read', arguments: '{}' } }] })
        : chunk({ content: '<tool_call><name>Read</name><arguments>{}</arguments></tool_call>' });
      response.end(`${told}${chunk({}, 'stop')}data: [DONE]\n\n`);
    },
    (baseURL) =>
      collect(
        createModel({ model: 'openai', modelName: 'some-model', baseURL, ...options }, secrets, {}, { fetch }),
        requestOf([{ id: '1', role: 'user', content: 'Go.' }], { tools: [READ] }),
      ),
  );
  return [events, seen];
}

describe('an OpenAI-compatible server', () => {
  it.each<[string, AgentOptions, boolean, number]>([
    ['natively where it takes tools', {}, true, 1],
    ['in a dialect where it does not, and is asked again', {}, false, 2],
    ['in a dialect from the first where that is chosen', { toolMode: 'prompt' }, true, 1],
  ])('is asked %s', async (_how, options, takesTools, requests) => {
    const [events, seen] = await ask(options, {}, takesTools);
    expect(callsOf(events).map(({ name, args }) => [name, args])).toEqual([['Read', '{}']]);
    expect(seen).toHaveLength(requests);
    expect(spokenText(events)).not.toContain('<tool_call>');
    expect(events.filter(({ type }) => type === 'notice')).toHaveLength(requests - 1);
  });

  it.each<AgentOptions>([{ toolMode: 'native' }, { toolMode: 'prompt', dialect: 'xml' }])(
    'may leave thoughts in the text: %j',
    async (options) => {
      const call = '<tool_call><name>Read</name><arguments>{}</arguments></tool_call>';
      const events = await withProvider(
        (_body, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(`${chunk({ content: `<think>${call}</think>Well.` })}${chunk({}, 'stop')}data: [DONE]\n\n`);
        },
        (baseURL) =>
          collect(
            createModel({ model: 'openai', modelName: 'm', baseURL, ...options }, {}, {}, { fetch }),
            requestOf([{ id: '1', role: 'user', content: 'Go.' }], { tools: [READ] }),
          ),
      );
      expect(callsOf(events)).toEqual([]);
      expect(spokenText(events)).toBe('Well.');
      expect(events[0]).toEqual({ type: 'reasoning', delta: call });
    },
  );

  it('is not asked in a dialect where native is insisted on', async () => {
    await expect(ask({ toolMode: 'native' }, {}, false)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('is told its own key, and no other', async () => {
    const keys = {
      typed: { openai: 'sk-openai', 'openai@https://elsewhere.example': 'sk-else' },
      own: { openai: 'sk-own' },
    };
    const [, [seen]] = await ask({}, keys, true);
    expect(seen?.authorization).toBeUndefined();
  });
});

describe('createModel', () => {
  it.each<[AgentOptions, string]>([
    [{ model: 'nobody' }, 'UNKNOWN_MODEL'],
    ...KEYED_PROVIDERS.map((model): [AgentOptions, string] => [{ model }, 'KEY_REQUIRED']),
    [{ model: 'openai', baseURL: 'http://127.0.0.1:1/v1', modelName: 'x' }, 'ADDRESS_REFUSED'],
    [{ model: 'scripted', scenario: 'nothing' }, 'UNKNOWN_SCENARIO'],
  ])('refuses %j: %s', (options, code) => {
    expect(() => createModel(options, {})).toThrow(expect.objectContaining({ code }));
  });

  it('wants to know which model of a server is meant', () => {
    const options = { model: 'openai', baseURL: 'https://a.example/v1' };
    expect(() => createModel(options, {}, {}, { fetch })).toThrow(/type its name/);
  });
});

import { expect, it } from 'vitest';
import { countTokens } from './count-tokens';
import { ModelError } from './model';
import { withProvider } from './testing';

it('counts what a request costs more than one without', async () => {
  const asked: string[] = [];
  const answer = await withProvider(
    (body, response, request) => {
      asked.push(`${request.url} ${String(request.headers.authorization)} ${body}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ input_tokens: body.includes('Read') ? 450 : 8 }));
    },
    (baseURL) =>
      countTokens({ text: 'hi', tools: [{ name: 'Read', description: 'Reads.' }] }, { apiKey: 'sk-test', baseURL }),
  );
  expect(answer).toEqual({ tokens: 442, modelName: 'claude-sonnet-5-5' });
  expect(asked).toHaveLength(2);
  for (const line of asked) expect(line).toMatch(/^\/v1\/messages\/count_tokens\S* Bearer sk-test /);
});

it.each(['null', '[]', '{}', '{"input_tokens":"many"}', '{"input_tokens":-1}', '"7"'])(
  'says that %s is no count',
  async (text) => {
    const error = await withProvider(
      (_body, response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text),
      (baseURL) => countTokens({ text: 'hi' }, { apiKey: 'sk-test', baseURL }).catch((thrown: unknown) => thrown),
    );
    expect(error).toMatchObject({ code: 'BAD_ANSWER' });
  },
);

it('says why where the provider refuses', async () => {
  const error = await withProvider(
    (_body, response) => response.writeHead(401, { 'content-type': 'application/json' }).end('{}'),
    (baseURL) => countTokens({ text: 'hi' }, { apiKey: 'wrong', baseURL }).catch((thrown: unknown) => thrown),
  );
  expect(error).toBeInstanceOf(ModelError);
  expect(error).toMatchObject({ code: 'KEY_REFUSED' });
});

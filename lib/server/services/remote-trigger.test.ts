import { createHmac } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { closeWeb, serveWeb } from '../web.fixture';
import { signed } from './remote-trigger';
import { askService, closeSite } from './service.fixture';

afterEach(async () => {
  await closeSite();
  await closeWeb();
});

const KEY = Buffer.from('a secret of thirty-two bytes .. ');
const SECRET = `whsec_${KEY.toString('base64')}`;
const BODY = { event: 'deploy', data: { branch: 'main' } };

describe('POST /api/services/remote-trigger', () => {
  it('sends a webhook whose signature the receiver can check', async () => {
    const { host, asked } = await serveWeb((_asked, response) => response.writeHead(202).end('taken'));
    const url = `http://${host}/hook?x=1`;
    const settings = { TOOLYARD_TRIGGER_URLS: [url], TOOLYARD_TRIGGER_SECRET: SECRET };
    const { status, answer } = await askService('remote-trigger', { url, ...BODY }, settings);
    const [sent] = asked;
    if (!sent) throw new Error('nothing came');
    const { headers, body, method } = sent;
    expect([status, answer]).toEqual([200, { id: headers['webhook-id'], status: 202, text: 'taken' }]);
    expect(JSON.parse(body)).toMatchObject({ type: 'deploy', data: { branch: 'main' }, timestamp: expect.any(String) });
    const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const expected = createHmac('sha256', KEY).update(content).digest('base64');
    expect([method, headers['webhook-signature']]).toEqual(['POST', `v1,${expected}`]);
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
    expect(JSON.stringify({ asked, answer })).not.toContain(SECRET);
  });

  it('signs as the convention’s own example does', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
    expect(signed(id, 1614265330, '{"test": 2432232314}', secret)['webhook-signature']).toBe(
      'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    );
  });

  it.each([
    ['nothing is set up', {}, 501, 'UNSUPPORTED'],
    ['there is no secret', { TOOLYARD_TRIGGER_URLS: ['https://a.example/'] }, 501, 'UNSUPPORTED'],
    [
      'the target is not listed',
      { TOOLYARD_TRIGGER_URLS: ['https://a.example/'], TOOLYARD_TRIGGER_SECRET: SECRET },
      403,
      'URL_REFUSED',
    ],
  ])('refuses where %s', async (_what, settings, status, code) => {
    const url = 'https://a.example/other';
    expect(await askService('remote-trigger', { url, ...BODY }, settings)).toMatchObject({ status, answer: { code } });
  });

  it('follows no redirect', async () => {
    const other = await serveWeb((_asked, response) => response.end());
    const { host } = await serveWeb((_asked, response) =>
      response.writeHead(307, { location: `http://${other.host}/` }).end(),
    );
    const url = `http://${host}/`;
    const settings = { TOOLYARD_TRIGGER_URLS: [url, `http://${other.host}/`], TOOLYARD_TRIGGER_SECRET: SECRET };
    expect((await askService('remote-trigger', { url, ...BODY }, settings)).answer.code).toBe('URL_REFUSED');
    expect(other.asked).toEqual([]);
  });
});

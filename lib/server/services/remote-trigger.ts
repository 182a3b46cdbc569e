import { createHmac, randomUUID } from 'node:crypto';
import { RemoteTriggerRequestSchema, type RemoteTriggerAnswer } from '@/lib/protocol';
import { UrlRefused } from '../address-guard';
import { readText } from './read-text';
import { service, ServiceProblem } from './service';

const DEADLINE_MS = 15_000;
/** Most characters of the receiver's response that are returned. */
const MAX_ANSWER = 2_000;
const SECRET_PREFIX = 'whsec_';

/** `POST /api/services/remote-trigger`: calls a webhook on the operator's list, signed with the operator's secret. */
export const remoteTriggerService = service(
  RemoteTriggerRequestSchema,
  async ({ url, event, data }, { server, request }): Promise<RemoteTriggerAnswer> => {
    const { TOOLYARD_TRIGGER_URLS: allowed, TOOLYARD_TRIGGER_SECRET: secret } = server.environment;
    if (allowed.length === 0 || secret === undefined) {
      throw new ServiceProblem(
        501,
        'UNSUPPORTED',
        'No trigger is set up. The operator sets TOOLYARD_TRIGGER_URLS to the addresses that may be called and ' +
          `TOOLYARD_TRIGGER_SECRET to the secret they are signed with, ${SECRET_PREFIX} and base64.`,
      );
    }
    const target = allowed.find((one) => one === url);
    if (target === undefined) {
      throw new ServiceProblem(
        403,
        'URL_REFUSED',
        `${url} is no target of the operator's list: ${allowed.join(', ')}.`,
      );
    }
    const body = JSON.stringify({ type: event, timestamp: new Date().toISOString(), data });
    return send(target, body, secret, server.outbound.triggers, request.signal);
  },
);

async function send(
  target: string,
  body: string,
  secret: string,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<RemoteTriggerAnswer> {
  const id = `msg_${randomUUID()}`;
  const deadline = AbortSignal.timeout(DEADLINE_MS);
  try {
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...signed(id, Math.floor(Date.now() / 1000), body, secret) },
      body,
      // A redirect would lead to an address that is not on the list.
      redirect: 'error',
      signal: AbortSignal.any([signal, deadline]),
    });
    return { id, status: response.status, text: (await readText(response)).text.slice(0, MAX_ANSWER) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof UrlRefused) throw new ServiceProblem(502, 'URL_REFUSED', error.message);
    if (deadline.aborted) throw new ServiceProblem(504, 'TIMEOUT', 'The receiver did not answer in time.');
    throw new ServiceProblem(502, 'NETWORK_ERROR', 'The receiver cannot be reached.');
  }
}

/** The headers of the Standard Webhooks convention. `timestamp` is in seconds. */
export function signed(id: string, timestamp: number, body: string, secret: string): Record<string, string> {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` };
}

import { ServiceError, type Services } from '@/lib/ports';
import { parseJson } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { refusalOf } from '../run-client';
import type { PageDependencies, PortMaker } from './dependencies';

type ServiceDependencies = Pick<PageDependencies, 'fetch' | 'carried'>;

/** What tools request from the server. */
export const openServices: PortMaker<PageDependencies> = (dependencies) => ({ services: createServices(dependencies) });

export function createServices({ fetch, carried }: ServiceDependencies): Services {
  return {
    async post(name, body, answer, signal) {
      const response = await send(fetch, carried?.() ?? {}, name, body, signal);
      if (!response.ok) {
        const { code, message, status } = await refusalOf(response);
        throw new ServiceError(code, message, status);
      }
      const parsed = parseJson(answer, await textOf(response, signal));
      if (parsed.ok) return parsed.value;
      throw new ServiceError('BAD_ANSWER', `The server answered something else than ${name} does: ${parsed.reason}`);
    },
  };
}

async function send(
  fetch: ServiceDependencies['fetch'],
  carried: Readonly<Record<string, string>>,
  name: string,
  body: unknown,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(`/api/services/${encodeURIComponent(name)}`, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json', ...carried },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    throw unreachable(error, signal);
  }
}

async function textOf(response: Response, signal: AbortSignal): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw unreachable(error, signal);
  }
}

const unreachable = (error: unknown, signal: AbortSignal): unknown =>
  signal.aborted
    ? signal.reason
    : new ServiceError('NETWORK_ERROR', `The server cannot be reached: ${messageOf(error)}`);

import type { Wire } from './wire';

const WITHOUT_BODY = new Set([101, 204, 205, 304]);

/** The page's `fetch`: its requests are answered from the sandbox. */
export const makePageFetch =
  (wire: Wire): typeof fetch =>
  async (input, init) => {
    const address = wire.resolve(input instanceof Request ? input.url : String(input));
    const request = new Request(input instanceof Request ? input : address, init);
    request.signal.throwIfAborted();
    const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
    const body = hasBody ? new Uint8Array(await request.arrayBuffer()) : undefined;
    const answered = wire.fetch({
      url: address.href,
      method: request.method,
      headers: [...request.headers],
      ...(body && { body }),
    });
    const stopped = new Promise<never>((_, reject) =>
      request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true }),
    );
    const { url, status, statusText, headers, body: content } = await Promise.race([answered, stopped]);
    const response = new Response(WITHOUT_BODY.has(status) ? null : content.slice(), {
      status,
      statusText,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    });
    Object.defineProperty(response, 'url', { value: url });
    return response;
  };

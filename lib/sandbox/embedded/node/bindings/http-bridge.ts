import { HTTPParser } from 'http-parser-js';
import type { HttpFrame, Take } from '../../protocol/http';
import { bytesOfText } from './encode';

const HAS_LENGTH = /^(?:content-length|transfer-encoding)$/i;

const pairs = (flat: readonly string[]): [string, string][] => {
  const found: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) found.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return found;
};

/**
 * Connects an exchange in frames to a server that reads bytes: writes the request as HTTP and parses the response.
 * `open` connects: it gets what takes the server's bytes and returns what takes the client's.
 */
export function bridge(
  answer: Take,
  open: (fromServer: (bytes: Uint8Array | null) => void) => (bytes: Uint8Array | null) => void,
): Take {
  let send: ((bytes: Uint8Array | null) => void) | undefined;
  let chunked = false;
  let over = false;
  const finish = (frame: HttpFrame) => {
    if (over) return;
    over = true;
    answer(frame);
    send?.(null);
  };
  return (frame) => {
    switch (frame.kind) {
      case 'request': {
        const { method, url, headers } = frame.head;
        send = open(answerReader(method, answer, finish, () => over));
        const bodied = headers.some(([name]) => HAS_LENGTH.test(name));
        chunked =
          headers.some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value)) ||
          (!bodied && !/^(?:GET|HEAD|DELETE|OPTIONS)$/.test(method));
        const extra: [string, string][] = chunked && !bodied ? [['transfer-encoding', 'chunked']] : [];
        // Node's server refuses an HTTP/1.1 request without a host.
        if (!headers.some(([name]) => /^host$/i.test(name))) extra.push(['host', 'localhost']);
        const lines = [...headers, ...extra].map(([name, value]) => `${name}: ${value}\r\n`);
        return send(bytesOfText(`${method} ${url} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1'));
      }
      case 'data':
        if (chunked) {
          send?.(bytesOfText(`${frame.bytes.length.toString(16)}\r\n`, 'latin1'));
          send?.(frame.bytes);
          send?.(bytesOfText('\r\n', 'latin1'));
        } else send?.(frame.bytes);
        return undefined;
      case 'end':
        if (chunked) send?.(bytesOfText('0\r\n\r\n', 'latin1'));
        return undefined;
      case 'fail':
        over = true;
        return send?.(null);
      default:
        return undefined;
    }
  };
}

function answerReader(method: string, answer: Take, finish: Take, isOver: () => boolean) {
  const parser = new HTTPParser();
  parser.initialize(HTTPParser.RESPONSE);
  let informational = false;
  parser[HTTPParser.kOnHeadersComplete] = (
    _major: number,
    _minor: number,
    headers: string[],
    _method: unknown,
    _url: unknown,
    status: number,
    statusText: string,
  ) => {
    informational = status < 200 && status !== 101;
    if (!informational) answer({ kind: 'response', head: { status, statusText, headers: pairs(headers) } });
    return method === 'HEAD' ? 1 : 0;
  };
  parser[HTTPParser.kOnBody] = (part: Uint8Array, offset: number, length: number) =>
    isOver() || answer({ kind: 'data', bytes: new Uint8Array(part.subarray(offset, offset + length)) });
  parser[HTTPParser.kOnMessageComplete] = () => informational || finish({ kind: 'end' });
  const Buffer = Object(Reflect.get(globalThis, 'Buffer'));
  return (bytes: Uint8Array | null) => {
    if (isOver()) return;
    if (!bytes) {
      parser.finish();
      finish({ kind: 'fail', code: 'ECONNRESET', message: 'socket hang up' });
    } else if (parser.execute(Buffer.from(bytes)) instanceof Error)
      finish({ kind: 'fail', code: 'HPE_INVALID_CONSTANT', message: 'Parse Error: Expected HTTP/' });
  };
}

import { resolveFrom } from '../../../paths';
import { ProgramNetwork } from '../../node/http/program-network';
import type { HttpFrame, RequestHead, Take } from '../../protocol/http';
import type { KernelToWorker, ProcessSpec, WorkerMessage } from '../../protocol/process';
import type { SysClient } from '../../protocol/sys-client';
import { strftime } from '../../shell/builtins/strftime';
import { answerFor } from './answer';
import { serverOptions, ServerUsage } from './arguments';

/** Bytes of a file that go out at once. */
const PART = 1024 * 1024;
const VERSION = 'SimpleHTTP/0.6 Python/3.14.2';

/**
 * `python3 -m http.server`: Python has no sockets here, so that this worker does what the module does. Returns what takes
 * the kernel's messages; undefined if the program has ended.
 */
export function serveFolder(
  { cwd }: ProcessSpec,
  args: readonly string[],
  sys: SysClient,
  post: (message: WorkerMessage) => void,
): ((message: KernelToWorker) => void) | undefined {
  const network = new ProgramNetwork(sys, post);
  const end = (text: string, code: number): undefined => {
    sys.output(code === 0 ? 1 : 2, text);
    post({ t: 'exit', code });
  };
  try {
    const { port, bind, directory } = serverOptions(args);
    const root = resolveFrom(cwd, directory);
    const taken = network.listen(port, (answer) => takeRequest(sys, root, answer));
    const host = bind === '' ? '0.0.0.0' : bind;
    const shown = host.includes(':') ? `[${host}]` : host;
    sys.output(1, `Serving HTTP on ${host} port ${taken} (http://${shown}:${taken}/) ...\n`);
  } catch (error) {
    if (error instanceof ServerUsage) return end(error.message, 2);
    if (Object(error).code === 'EADDRINUSE') return end('OSError: [Errno 98] Address already in use\n', 1);
    throw error;
  }
  post({ t: 'handles', signals: ['SIGINT'] });
  return (message) => {
    if (message.t === 'http') network.receive(message);
    else if (message.t === 'signal') end('\nKeyboard interrupt received, exiting.\n', 0);
  };
}

/** Answers once the request has come to its end. */
function takeRequest(sys: SysClient, root: string, answer: Take): Take {
  let head: RequestHead | undefined;
  return (frame: HttpFrame) => {
    if (frame.kind === 'request') ({ head } = frame);
    else if (frame.kind === 'end' && head) respond(sys, root, head, answer);
  };
}

function respond(sys: SysClient, root: string, head: RequestHead, answer: Take): void {
  const { status, statusText, headers, body, error } = answerFor(sys, root, head);
  const log = (text: string) =>
    sys.output(2, `127.0.0.1 - - [${strftime('%d/%b/%Y %H:%M:%S', Date.now(), 'UTC')}] ${text}\n`);
  if (error !== undefined) log(`code ${status}, message ${error}`);
  log(`"${head.method} ${head.url} HTTP/1.1" ${status} -`);
  const own: [string, string][] = [
    ['Server', VERSION],
    ['Date', new Date().toUTCString()],
  ];
  answer({ kind: 'response', head: { status, statusText, headers: [...own, ...headers] } });
  if (head.method !== 'HEAD')
    for (let at = 0; at < body.length; at += PART) answer({ kind: 'data', bytes: body.slice(at, at + PART) });
  answer({ kind: 'end' });
}

import type { Answered } from '../../../http/ask-once';
import type { HttpClient } from '../../../http/http-client';
import { CommandFailure, type Command, type CommandContext } from '../context';
import type { ParsedOptions } from '../options';
import type { Output } from '../output';
import { CurlCookies } from './cookies';
import { addressesOf, curlNumber, curlOptions } from './options';
import { asking } from './request';
import { Transfer, type Line } from './transfer';
import { writeOut } from './write-out';

const VERSION = 'curl 8.5.0 (sandbox) servers of this sandbox only\nProtocols: file http\n';
const HELP =
  'Usage: curl [options...] <url>\n -d, --data <data>    HTTP POST data\n -H, --header <line>  Header of the request\n -i, --include        Show the head of the answer\n -o, --output <file>  Write to a file\n -X, --request <m>    Method\nOnly servers of this sandbox can be reached: http://localhost:<port>/\n';

/** `curl`: makes requests to the sandbox's servers. */
export const makeCurl =
  (client: HttpClient): Command =>
  async (context) => {
    const options = curlOptions(context.args);
    if (options.has('V') || options.has('h')) {
      context.out.write(options.has('V') ? VERSION : HELP);
      return 0;
    }
    const line: Line = { context, options, cookies: new CurlCookies(context, options), client };
    const files = options.all('o');
    let status = 0;
    for (const [index, addresses] of addressesOf(options).entries()) {
      for (const { text, choices } of addresses) {
        const file = files[index]?.replaceAll(/#(\d+)/g, (all, place: string) => choices[Number(place) - 1] ?? all);
        status = await transfer(line, text, file);
        if (status !== 0 && options.has('fail-early')) return status;
      }
    }
    line.cookies.save();
    return status;
  };

/** Requests one address, with retries as `--retry` says. Returns the exit code. */
async function transfer(line: Line, address: string, file: string | undefined): Promise<number> {
  const { context, options } = line;
  const tries = 1 + (curlNumber(options, 'retry') ?? 0);
  for (let tried = 1; ; tried += 1) {
    let done: Transfer | undefined;
    let failure: CommandFailure | undefined;
    try {
      done = new Transfer(line, await asking(context, options, address), (answer, url) =>
        outputOf(context, options, file, answer, url),
      );
      await done.run();
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      failure = error;
      if (done) done.failure = error;
    }
    if (done?.retriable && tried < tries) {
      const pause = (curlNumber(options, 'retry-delay') ?? 2 ** (tried - 1)) * 1000;
      await context.task.wait(new Promise((resolve) => setTimeout(resolve, pause)));
      continue;
    }
    if (failure && (!options.has('s') || options.has('S'))) await context.fail(failure.message, failure.status);
    const format = options.get('w');
    if (format !== undefined && done) {
      const told = writeOut(formatOf(context, format), done.report());
      context.out.write(told.out);
      context.err.write(told.err);
      await context.out.flush();
    }
    return failure?.status ?? 0;
  }
}

const formatOf = (context: CommandContext, format: string): string =>
  format.startsWith('@') ? new TextDecoder().decode(context.sys.read(context.path(format.slice(1)))) : format;

/** Opens the output for a response's body. */
function outputOf(
  context: CommandContext,
  options: ParsedOptions,
  given: string | undefined,
  { headers }: Answered,
  url: URL,
): Output {
  const name = options.has('O') ? remoteName(options, headers, url) : given;
  if (name === undefined || name === '-') return context.out;
  const folder = options.get('output-dir');
  const path = folder === undefined ? name : `${folder}/${name}`;
  if (options.has('create-dirs') && path.includes('/'))
    context.sys.mkdir(context.path(path.slice(0, path.lastIndexOf('/'))), true);
  try {
    return context.create(path);
  } catch {
    throw new CommandFailure(`(23) Failure writing output to destination: ${path}`, 23);
  }
}

function remoteName(options: ParsedOptions, headers: Answered['headers'], { pathname }: URL): string {
  const said = headers.find(([name]) => /^content-disposition$/i.test(name))?.[1];
  const [, named] = /filename="?([^";]+)"?/i.exec((options.has('J') && said) || '') ?? [];
  const name = (named ?? pathname).split('/').at(-1);
  if (!name) throw new CommandFailure('(23) Remote file name has no length', 23);
  return name;
}

import { CommandFailure } from '../context';
import { parseOptions, type ParsedOptions } from '../options';

const SPEC =
  's S i I L f v k G J O R N g j q # 0 4 6 2 3 V h o: X: d: H: A: e: b: c: u: w: m: T: F: D: r: x: K: C: n Z Q: P: t: ' +
  'silent=s show-error=S include=i show-headers=i head=I location=L fail=f verbose=v insecure=k get=G remote-header-name=J remote-name=O ' +
  'remote-time=R no-buffer=N globoff=g junk-session-cookies=j disable=q progress-bar=# http1.0=0 ipv4=4 ipv6=6 version=V help=h output=o ' +
  'request=X data=d data-ascii=d header=H user-agent=A referer=e cookie=b cookie-jar=c user=u write-out=w max-time=m upload-file=T form=F ' +
  'dump-header=D range=r proxy=x config=K continue-at=C netrc=n parallel=Z quote=Q ftp-port=P telnet-option=t ' +
  'data-raw: data-binary: data-urlencode: json: form-string: url: url-query: oauth2-bearer: connect-timeout: retry: retry-delay: ' +
  'retry-max-time: retry-all-errors retry-connrefused max-redirs: compressed fail-with-body fail-early create-dirs output-dir: path-as-is ' +
  'post301 post302 post303 location-trusted no-progress-meter http1.1 http2 basic raw no-keepalive noproxy: next';

/** Options that are not supported, as they need a network, a terminal or another request. */
const LACKING: Readonly<Record<string, string>> = {
  K: '-K/--config',
  x: '-x/--proxy',
  C: '-C/--continue-at',
  n: '-n/--netrc',
  Z: '-Z/--parallel',
  Q: '-Q/--quote',
  P: '-P/--ftp-port',
  t: '-t/--telnet-option',
  next: '--next',
};

/** Parses curl's arguments. Throws for unknown and unsupported options. */
export function curlOptions(args: readonly string[]): ParsedOptions {
  let options: ParsedOptions;
  try {
    options = parseOptions(args, SPEC, { status: 2 });
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    throw new CommandFailure(`${error.message}\ncurl: try 'curl --help' for more information`, 2);
  }
  const lacking = options.list.find(({ name }) => name in LACKING);
  if (lacking) throw new CommandFailure(`option ${LACKING[lacking.name]}: is not here`, 2);
  return options;
}

/** The number an option gives; undefined if the option is absent. */
export function curlNumber(options: ParsedOptions, name: string): number | undefined {
  const text = options.get(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new CommandFailure(`option ${name.length > 1 ? '--' : '-'}${name}: expected a proper numerical parameter`, 2);
  return value;
}

/** A URL, and what replaced `{…}` and `[…]` in it. */
export interface Address {
  readonly text: string;
  readonly choices: readonly string[];
}

/** The URLs that each argument expands to: `{a,b}` is each item, `[1-3]` each number or letter in the range. */
export function addressesOf(options: ParsedOptions): Address[][] {
  const given = [...options.all('url'), ...options.operands];
  if (given.length === 0)
    throw new CommandFailure("no URL specified!\ncurl: try 'curl --help' for more information", 2);
  return given.map((text) => (options.has('g') ? [{ text, choices: [] }] : expanded({ text, choices: [] })));
}

function expanded({ text, choices: before }: Address): Address[] {
  const [all, braces, from, to, step] = /\{([^{}]*)\}|\[(\d+|[a-z])-(\d+|[a-z])(?::(\d+))?\]/i.exec(text) ?? [];
  if (all === undefined) return [{ text, choices: before }];
  const choices = braces === undefined ? between(from ?? '', to ?? '', Number(step ?? 1) || 1) : braces.split(',');
  const at = text.indexOf(all);
  return choices.flatMap((choice) =>
    expanded({ text: text.slice(0, at) + choice + text.slice(at + all.length), choices: [...before, choice] }),
  );
}

function between(from: string, to: string, step: number): string[] {
  const isNumber = /^\d+$/.test(from);
  const [first, last] = isNumber ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const found: string[] = [];
  for (let at = first; at <= last && found.length < 10_000; at += step)
    found.push(isNumber ? String(at).padStart(from.length, '0') : String.fromCharCode(at));
  return found;
}

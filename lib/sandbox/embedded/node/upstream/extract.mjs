// oxlint-disable toolyard/layers -- a tool of the build, which runs in Node
/**
 * Takes Node's own JavaScript (MIT, see LICENSE beside it) out of the Node that runs this, with the constants of its
 * bindings: `node lib/sandbox/embedded/node/upstream/extract.mjs`, with the version named in `version.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { LIBRARY, VERSION } from './version.mjs';

/** What never runs in the sandbox: tools for V8's logs, the debugger, HTTP/2, TLS. */
const LEFT_OUT =
  /^internal\/(?:deps\/v8|v8_prof|debugger|http2|main\/(?:inspect|prof_process|mksnapshot|embedding)|deps\/cjs-module-lexer\/dist|test\/)/;

/** Runs in the other process, with Node's internals open. */
function collect() {
  const { internalBinding } = require('internal/test/binding');
  const plain = (value, depth = 0) => {
    if (['number', 'string', 'boolean'].includes(typeof value)) return value;
    if (ArrayBuffer.isView(value)) return { $: value.constructor.name, length: value.length };
    if (Array.isArray(value)) return value.every((one) => typeof one === 'string') ? value : undefined;
    if (typeof value !== 'object' || value === null || depth > 3) return undefined;
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const found = plain(one, depth + 1);
        return found === undefined ? [] : [[key, found]];
      }),
    );
  };
  const names =
    'async_wrap block_list buffer cares_wrap config constants contextify credentials errors fs http_parser module_wrap options os performance pipe_wrap process_methods string_decoder stream_wrap task_queue tcp_wrap timers util udp_wrap uv v8 worker zlib messaging symbols crypto'.split(
      ' ',
    );
  const bindings = Object.fromEntries(names.map((name) => [name, plain(internalBinding(name))]));
  bindings.util.privateSymbols = Object.keys(internalBinding('util').privateSymbols);
  bindings.symbols = Object.keys(internalBinding('symbols'));
  const { options, aliases } = internalBinding('options').getCLIOptionsInfo();
  delete bindings.options;
  return {
    sources: process.binding('natives'),
    facts: {
      bindings,
      uvErrors: [...internalBinding('uv').getErrorMap()],
      options: [...options].map(([name, info]) => [name, { ...info }]),
      aliases: [...aliases],
      values: internalBinding('options').getCLIOptionsValues(),
      providers: { ...internalBinding('async_wrap').Providers },
      config: internalBinding('builtins').config,
    },
  };
}

if (process.version !== VERSION) throw new Error(`run this with Node ${VERSION}, not ${process.version}`);
const script = `process.stdout.write(JSON.stringify((${String(collect)})()))`;
const { sources, facts } = JSON.parse(
  execFileSync(process.execPath, ['--expose-internals', '--no-warnings', '-e', script], {
    maxBuffer: 1 << 28,
    encoding: 'utf8',
  }),
);
const kept = Object.fromEntries(Object.entries(sources).filter(([id]) => !LEFT_OUT.test(id) && id !== 'config'));
facts.values['--expose-internals'] = false;
facts.values['--eval'] = '';
facts.values['--warnings'] = true;
const text = JSON.stringify({ version: VERSION, sources: kept, facts });
writeFileSync(
  LIBRARY,
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } }),
);

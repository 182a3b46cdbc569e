import { parseAnyJson } from '@/lib/protocol';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import type { TriedCall } from '@/lib/client/tool-state';
import { nestedRecords } from '../call/nested-records';

/** Arguments as part of a JSON text: verbatim if they are JSON, otherwise as a string. */
const argumentsIn = (args: string): string => (parseAnyJson(args).ok ? args.trim() : JSON.stringify(args));

/** A call as a model would write it. */
export const asCall = ({ name, args }: TriedCall): string =>
  `{ "name": ${JSON.stringify(name)}, "arguments": ${argumentsIn(args)} }`;

/** The same call over HTTP, to an MCP server that has this tool. */
export function callAsCurl({ name, args }: TriedCall): string {
  const body = `{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": ${JSON.stringify(name)}, "arguments": ${argumentsIn(args)} } }`;
  return [
    '# MCP_URL: an MCP server that has this tool, such as http://127.0.0.1:3001/mcp',
    'curl "$MCP_URL" \\',
    "  -H 'content-type: application/json' \\",
    "  -H 'accept: application/json, text/event-stream' \\",
    `  -d '${body.replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}

/** The longest result, in characters, that a case repeats in full. */
const SHORT = 300;

/** A case for the pack that the called tool belongs to: the call, the answers of other tools, and the outcome. */
export function asCase({ name, args }: TriedCall, { result }: Pick<ResolvedCall, 'result'>): string {
  const [line = ''] = result.text.split('\n');
  const expected = !result.success
    ? `{ error: ${JSON.stringify(result.error ?? 'EXECUTION_ERROR')} }`
    : result.text.length <= SHORT
      ? JSON.stringify(result.text)
      : `{ includes: ${JSON.stringify(line.slice(0, SHORT))} }`;
  const answers = nestedRecords(result.details).map((call) => [call.name, answerOf(call)]);
  const calls = answers.length > 0 ? `\n  calls: ${JSON.stringify(Object.fromEntries(answers))},` : '';
  return `{\n  tool: ${JSON.stringify(name)},\n  input: ${argumentsIn(args)},${calls}\n  expect: ${expected},\n},`;
}

/** A pack's code gets a file as it is, without line numbers. */
const answerOf = ({ name, text, error }: ReturnType<typeof nestedRecords>[number]): unknown =>
  error !== undefined ? { error, text } : name === 'Read' ? text.replaceAll(/^ *\d+\t/gm, '') : text;

/** A test that the call ends the same way again. */
export function asTest({ name, args }: TriedCall, { result, phase }: Pick<ResolvedCall, 'result' | 'phase'>): string {
  const expected = result.success
    ? '{ success: true }'
    : `{ success: false${result.error === undefined ? '' : `, error: ${JSON.stringify(result.error)}`} }`;
  return [
    "import { createBench } from '@/lib/tools/testing/bench';",
    "import { expect, it } from 'vitest';",
    '',
    `it(${JSON.stringify(`${name}: ${phase}`)}, async () => {`,
    '  const bench = await createBench();',
    `  const { result } = await bench.call(${JSON.stringify(name)}, ${JSON.stringify(args)});`,
    `  expect(result).toMatchObject(${expected});`,
    '});',
  ].join('\n');
}

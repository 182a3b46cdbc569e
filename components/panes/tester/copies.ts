import { parseJson } from '@/lib/protocol';
import type { ResolvedCall } from '@/lib/tools/dispatch';
import type { TriedCall } from '@/lib/client/executor/tool-state';
import { z } from 'zod';

/** Arguments as part of a JSON text: to the letter where they are JSON, else as a text. */
const argumentsIn = (args: string): string => (parseJson(z.unknown(), args).ok ? args.trim() : JSON.stringify(args));

/** A call as a model would write it. */
export const asCall = ({ name, args }: TriedCall): string =>
  `{ "name": ${JSON.stringify(name)}, "arguments": ${argumentsIn(args)} }`;

/** The same call to an MCP server that has this tool, over HTTP. */
export function callAsCurl({ name, args }: TriedCall): string {
  const body = `{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": ${JSON.stringify(name)}, "arguments": ${argumentsIn(args)} } }`;
  return [
    '# MCP_URL: an MCP server that has this tool, such as http://127.0.0.1:3000/mcp',
    'curl "$MCP_URL" \\',
    "  -H 'content-type: application/json' \\",
    "  -H 'accept: application/json, text/event-stream' \\",
    `  -d '${body.replaceAll("'", `'\\''`)}'`,
  ].join('\n');
}

/** A test that the call comes to the same again. */
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

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { existsSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { readFile } from 'node:fs/promises';
import { positionAt } from '@/lib/schema/locate';
import { readDeclarations, type Declared } from '@/lib/tools/lint';
import { listTools } from '@/lib/tools/mcp/list-tools';

interface LoadedTools {
  /** Where the tools come from, for people and reports. */
  readonly name: string;
  readonly declared: readonly Declared[];
  /** The position of something in the file; absent if there is no file. */
  readonly locate?: (path: readonly (string | number)[]) => SourcePlace;
}

/** Lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

const MOST_BYTES = 20_000_000;
const CONNECT_MS = 30_000;

/** The tools in a file, of a server at an address, or of a server that a command starts. Throws if they cannot be read. */
export async function loadTools(
  target: readonly string[],
  headers: Readonly<Record<string, string>>,
): Promise<LoadedTools> {
  const [first = '', ...rest] = target;
  if (rest.length === 0 && isFileToRead(first)) return fromFile(first);
  if (rest.length === 0 && /^https?:\/\//i.test(first)) {
    return fromServer(first, new StreamableHTTPClientTransport(new URL(first), { requestInit: { headers } }));
  }
  if (rest.length === 0 && WRITTEN.test(first)) throw new Error('There is no such file.');
  // A single word that contains spaces is a whole command line.
  const [command = '', ...args] = rest.length === 0 ? first.trim().split(/\s+/) : target;
  return fromServer(
    target.join(' '),
    new StdioClientTransport({ command, args, env: strings(process.env), stderr: 'inherit' }),
  );
}

/** The formats of declarations. */
const WRITTEN = /\.(?:jsonc?5?|ya?ml)$/i;

/** Whether this is a file of declarations, not a program to run. */
function isFileToRead(path: string): boolean {
  const found = existsSync(path) ? statSync(path) : undefined;
  return found?.isFile() === true && (WRITTEN.test(path) || (found.mode & 0o111) === 0);
}

const strings = (env: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

async function fromFile(file: string): Promise<LoadedTools> {
  if (statSync(file).size > MOST_BYTES) throw new Error(`The file is larger than ${MOST_BYTES / 1_000_000} MB.`);
  const text = await readFile(file, 'utf8');
  const isYaml = /\.ya?ml$/i.test(file);
  const read = readDeclarations(isYaml ? (JSON.stringify(parse(text)) ?? '') : text);
  if (!read.ok) throw new Error(read.reason);
  // Positions are only known in JSON.
  if (isYaml) return { name: file, declared: read.declared };
  const tree = parseTree(text);
  return {
    name: file,
    declared: read.declared,
    locate(path) {
      // Something missing is reported at the value that should contain it.
      for (let length = path.length; tree && length >= 0; length--) {
        const node = findNodeAtLocation(tree, path.slice(0, length));
        if (node) return { file, ...positionAt(text, node.offset) };
      }
      return { file, line: 1, column: 1 };
    },
  };
}

async function fromServer(name: string, transport: Transport): Promise<LoadedTools> {
  const client = new Client({ name: 'toolyard', version: '1.0.0' });
  try {
    await client.connect(transport, { timeout: CONNECT_MS });
    const { tools, broken } = await listTools(client);
    const [first] = broken;
    if (first) process.stderr.write(`${broken.length} left out: ${first.name}: ${first.fault}\n`);
    const listed = readDeclarations(JSON.stringify(tools));
    return { name, declared: listed.ok ? listed.declared : [] };
  } finally {
    await client.close();
  }
}

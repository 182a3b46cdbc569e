import type { Tool as McpDeclaration } from '@modelcontextprotocol/sdk/types.js';
import type { McpConnections } from '@/lib/ports';
import { sha256 } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { mcpToolName } from '../pool/mcp-name';
import { createRegistry } from '../registry';
import type { AnyTool } from '../tool';
import { foreignTool } from './foreign-tool';

/** What a server declares of a tool. */
export interface PooledForm {
  readonly server: string;
  readonly declaration: McpDeclaration;
}

interface HashedForm extends PooledForm {
  /** What a person trusts of a tool; undefined where it is too much, or so deep that it cannot be written down. */
  readonly hash: string | undefined;
}

/** The tools of all servers as the pool has them, and what is to be said of the others. */
export interface PooledTools {
  readonly tools: readonly AnyTool[];
  /** The hash of a tool's form; undefined where it has none, or there is no such tool. */
  hashOf(server: string, tool: string): string | undefined;
  /** Why a tool is not in the pool. */
  faultOf(server: string, tool: string): string | undefined;
}

/** Before any server has said what it has. */
export const NO_POOLED_TOOLS: PooledTools = { tools: [], hashOf: () => undefined, faultOf: () => undefined };

/** Characters of a tool's form, as JSON: a model would have to read it, and a page to check it. */
const MOST_FORM = 100_000;
const TOO_LONG = `Its form is too deep, or has more than ${MOST_FORM} characters.`;

export const hashForms = (forms: readonly PooledForm[]): Promise<HashedForm[]> =>
  Promise.all(
    forms.map(async (form) => {
      const text = textOf(form);
      return { ...form, hash: text && (await sha256(text)) };
    }),
  );

/** Makes tools of forms, in their order. A form that makes none, or whose name is taken, is left out with a reason. */
export function poolTools(
  forms: readonly HashedForm[],
  trusted: ReadonlySet<string>,
  call: McpConnections['call'],
): PooledTools {
  const tools: AnyTool[] = [];
  const names = new Set<string>();
  const hashes = new Map<string, string>();
  const faults = new Map<string, string>();
  for (const form of forms) {
    const key = keyOf(form.server, form.declaration.name);
    const name = mcpToolName(form.server, form.declaration.name);
    if (form.hash === undefined) {
      faults.set(key, TOO_LONG);
      continue;
    }
    hashes.set(key, form.hash);
    const made = names.has(name)
      ? { fault: `Another tool is ${name} here: they cannot be told apart.` }
      : toolOf(form, trusted.has(form.hash), call);
    names.add(name);
    if ('tool' in made) tools.push(made.tool);
    else faults.set(key, made.fault);
  }
  return {
    tools,
    hashOf: (server, tool) => hashes.get(keyOf(server, tool)),
    faultOf: (server, tool) => faults.get(keyOf(server, tool)),
  };
}

/** A form as a tool that a registry takes, or why it is none. */
function toolOf(
  { server, declaration }: PooledForm,
  isTrusted: boolean,
  call: McpConnections['call'],
): { tool: AnyTool } | { fault: string } {
  try {
    const tool = foreignTool(server, declaration, isTrusted, call);
    createRegistry([tool]);
    return { tool };
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function textOf({ server, declaration }: PooledForm): string | undefined {
  const { name, description, inputSchema, outputSchema, annotations } = declaration;
  try {
    const text = JSON.stringify([
      server,
      name,
      description,
      inputSchema,
      annotations,
      ...(outputSchema ? [outputSchema] : []),
    ]);
    return text.length > MOST_FORM ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A server's tool: names of servers have no line breaks. */
const keyOf = (server: string, tool: string): string => `${server}\n${tool}`;

import type { Tool as McpDeclaration } from '@modelcontextprotocol/sdk/types.js';
import type { McpConnections } from '@/lib/ports';
import { sha256 } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { mcpToolName } from '../pool/mcp-name';
import { createRegistry } from '../registry';
import type { AnyTool } from '../tool';
import { foreignTool } from './foreign-tool';

/** A tool's declaration by its server. */
interface PooledForm {
  readonly server: string;
  readonly declaration: McpDeclaration;
}

interface HashedForm extends PooledForm {
  /** The hash that a person's trust refers to; undefined if the declaration is too large or too deep to serialise. */
  readonly hash: string | undefined;
}

/** The tools of all servers that are in the pool, and what is wrong with the others. */
export interface PooledTools {
  readonly tools: readonly AnyTool[];
  /** The hash of a tool's declaration; undefined if it has none or there is no such tool. */
  hashOf(server: string, tool: string): string | undefined;
  /** Why a tool is not in the pool. */
  faultOf(server: string, tool: string): string | undefined;
}

/** The value before any server has been listed. */
export const NO_POOLED_TOOLS: PooledTools = { tools: [], hashOf: () => undefined, faultOf: () => undefined };

/** Maximum characters of a declaration as JSON: models have to read it and the page has to check it. */
const MOST_FORM = 100_000;
const TOO_LONG = `Its form is too deep, or has more than ${MOST_FORM} characters.`;

export const hashForms = (forms: readonly PooledForm[]): Promise<HashedForm[]> =>
  Promise.all(
    forms.map(async (form) => {
      const text = textOf(form);
      return { ...form, hash: text && (await sha256(text)) };
    }),
  );

/** Makes tools from declarations, in order. Unusable declarations and duplicate names are left out with a reason. */
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

/** Makes a tool that a registry accepts from a declaration, or says why that is impossible. */
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

/** The key of a server's tool. Server names have no line breaks, so it is unique. */
const keyOf = (server: string, tool: string): string => `${server}\n${tool}`;

import type { DynamicToolOutcome, DynamicToolRefusal, DynamicTool, ToolDraft, DynamicToolStore } from '@/lib/ports';
import type { KeyValue } from '@/lib/stores';
import { isMcpToolName } from '@/lib/tools/pool/mcp-name';
import { messageOf } from '@/lib/protocol/message-of';
import { z } from 'zod';
import type { PoolEntryView } from '../tool-state';

/** Maximum number of dynamic tools per thread. */
const MOST_TOOLS = 50;
/** Versions kept of each tool; the oldest are dropped first. */
const MOST_VERSIONS = 20;

const DynamicToolsSchema = z.array(
  z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      body: z.string(),
      version: z.number().int(),
      savedAt: z.number(),
    }),
  ),
);

/**
 * Whether a dynamic tool may not have this name: it has the form of an MCP tool's name, or belongs to another tool that the
 * person has not marked as replaceable.
 */
export function isReserved(pool: readonly PoolEntryView[], name: string, replaceable: readonly string[] = []): boolean {
  const plain = name.toLowerCase();
  if (isMcpToolName(name)) return true;
  if (replaceable.some((other) => other.toLowerCase() === plain)) return false;
  return pool.some((entry) => entry.source !== 'dynamic' && entry.name.toLowerCase() === plain);
}

interface DynamicToolStoreOptions {
  table: KeyValue;
  threadId: string;
  /** Resolves when drafts can be checked. */
  ready: () => Promise<unknown>;
  /** Whether the name belongs to a tool that is not dynamic. */
  isReserved: (name: string) => boolean;
  /** Throws if no tool can be made from the draft. */
  check: (draft: ToolDraft) => void;
  /** Gets the newest version of each tool after each change. */
  onChange: (tools: readonly DynamicTool[]) => void;
}

/** A thread's dynamic tools, kept in this browser. Follows the changes that another tab reports. */
export function openDynamicToolStore({
  table,
  threadId,
  ready,
  isReserved,
  check,
  onChange,
}: DynamicToolStoreOptions): DynamicToolStore & { readonly loaded: Promise<void> } {
  const key = `shelf:${threadId}`;
  const dynamicToolStore = new Map<string, DynamicTool[]>();
  const keyOf = (name: string) => name.toLowerCase();
  const newest = () => [...dynamicToolStore.values()].flatMap((versions) => versions.at(-1) ?? []);
  const currentOf = (name: string) => dynamicToolStore.get(keyOf(name))?.at(-1);

  const load = async (): Promise<void> => {
    const [kept] = await Promise.all([table.get(key), ready().catch(() => undefined)]);
    const stored = DynamicToolsSchema.safeParse(kept);
    dynamicToolStore.clear();
    for (const versions of stored.success ? stored.data : []) {
      const last = versions.at(-1);
      if (last && !refusal(last, check)) dynamicToolStore.set(keyOf(last.name), versions);
    }
    if (dynamicToolStore.size > 0) onChange(newest());
  };
  table.onWritten?.(key, () => void load().catch(() => undefined));
  const loaded = load();

  const put = async ({ name, description, schema, body }: ToolDraft): Promise<DynamicToolOutcome> => {
    const versions = dynamicToolStore.get(keyOf(name)) ?? [];
    const version = (versions.at(-1)?.version ?? 0) + 1;
    const tool = { name, description, schema, body, version, savedAt: Date.now() };
    dynamicToolStore.set(keyOf(name), [...versions, tool].slice(-MOST_VERSIONS));
    await table.put(key, [...dynamicToolStore.values()]);
    onChange(newest());
    return { ok: true, tool };
  };

  return {
    loaded,
    async create(draft) {
      await loaded;
      const { name } = draft;
      const current = currentOf(name);
      if (isReserved(name)) return refuse('reserved', `${name} is the name of a tool that is not dynamic.`);
      if (current)
        return refuse('exists', `There is a dynamic tool ${current.name}, version ${current.version}.`, current);
      if (dynamicToolStore.size >= MOST_TOOLS)
        return refuse('full', `There are ${MOST_TOOLS} dynamic tools, and no more fit.`);
      const bad = refusal(draft, check);
      return bad === undefined ? put(draft) : refuse('invalid', bad);
    },
    async update(draft, from) {
      await loaded;
      const { name } = draft;
      const current = currentOf(name);
      if (isReserved(name)) return refuse('reserved', `${name} is the name of a tool that is not dynamic.`);
      if (!current) return refuse('missing', `There is no dynamic tool ${name}.`);
      if (current.version !== from) {
        return refuse('stale', `${current.name} is at version ${current.version}, not ${from}.`, current);
      }
      const next = { ...draft, name: current.name };
      const bad = refusal(next, check);
      return bad === undefined ? put(next) : refuse('invalid', bad, current);
    },
    async get(name) {
      await loaded;
      return currentOf(name);
    },
    async history(name) {
      await loaded;
      return dynamicToolStore.get(keyOf(name)) ?? [];
    },
  };
}

function refusal(draft: ToolDraft, check: DynamicToolStoreOptions['check']): string | undefined {
  try {
    check(draft);
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

const refuse = (cause: DynamicToolRefusal, message: string, current?: DynamicTool): DynamicToolOutcome => ({
  ok: false,
  cause,
  message,
  ...(current && { current }),
});

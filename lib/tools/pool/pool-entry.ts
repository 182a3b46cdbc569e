import type { AnyTool } from '../tool';

/** Why a tool is off. */
export type OffReason = 'settings' | 'feature flag' | 'provider' | 'capability' | 'filter';

/** One tool of a pool, on or off. */
export interface PoolEntry {
  readonly tool: AnyTool;
  readonly name: string;
  readonly kind: AnyTool['kind'];
  readonly source: AnyTool['source'];
  readonly enabled: boolean;
  readonly why?: OffReason;
  /** The flag, provider or capability that `why` is about. */
  readonly missing?: string;
  /** The source of the tool that it replaced. */
  readonly replaces?: AnyTool['source'];
}

/** A tool's entry; it is on unless a reason is given. */
export function poolEntry(
  tool: AnyTool,
  off?: { why: OffReason; missing?: string },
  replaced?: Pick<AnyTool, 'source'>,
): PoolEntry {
  const { name, kind, source } = tool;
  return {
    tool,
    name,
    kind,
    source,
    enabled: off === undefined,
    ...off,
    ...(replaced && { replaces: replaced.source }),
  };
}

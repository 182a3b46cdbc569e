/** A tool that a model or a person writes at run time: data, not our code. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, with an object at its root. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** JavaScript: the body of an async function of `input`. Only ever run by a `CodeRunner`. */
  readonly body: string;
}

/** A draft that is in the dynamic tool store. */
export interface DynamicTool extends ToolDraft {
  /** Starts at 1. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** Why the dynamic tool store refused a draft. */
export type DynamicToolRefusal =
  /** `create`: there is already a dynamic tool with that name. */
  | 'exists'
  /** The name belongs to a tool that is not dynamic. */
  | 'reserved'
  /** `update`: there is no dynamic tool with that name. */
  | 'missing'
  /** `update`: the tool has changed since the version that the change is based on. */
  | 'stale'
  /** No tool can be made from the draft, because of its name or its schema. */
  | 'invalid'
  /** There is no room for another. */
  | 'full';

export type DynamicToolOutcome =
  | { readonly ok: true; readonly tool: DynamicTool }
  | {
      readonly ok: false;
      readonly cause: DynamicToolRefusal;
      readonly message: string;
      readonly current?: DynamicTool;
    };

/** Keeps all versions of dynamic tools and registers the newest version of each. No method rejects. */
export interface DynamicToolStore {
  create(draft: ToolDraft): Promise<DynamicToolOutcome>;
  /** Stores the draft as the next version if `from` is the current one. */
  update(draft: ToolDraft, from: number): Promise<DynamicToolOutcome>;
  /** The newest version of a dynamic tool. */
  get(name: string): Promise<DynamicTool | undefined>;
  /** Every version, oldest first; empty if there is no such tool. */
  history(name: string): Promise<readonly DynamicTool[]>;
}

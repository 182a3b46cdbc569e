/** A tool that a model or a person writes while the program runs: data, not code of ours. */
export interface ToolDraft {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, with an object at its root. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** JavaScript: the body of an async function of `input`. Only ever run by a `CodeRunner`. */
  readonly body: string;
}

/** A draft that was put on the dynamic tool store. */
export interface DynamicTool extends ToolDraft {
  /** From 1. */
  readonly version: number;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
}

/** Why the dynamic tool store did not take a draft. */
export type DynamicToolRefusal =
  /** `create`: there is a dynamic tool of that name. */
  | 'exists'
  /** The name belongs to a tool that is not dynamic. */
  | 'reserved'
  /** `update`: there is no dynamic tool of that name. */
  | 'missing'
  /** `update`: the tool has moved on since the version that the change was made from. */
  | 'stale'
  /** No tool can be made of the draft: its name, or its schema. */
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

/** Keeps dynamic tools with all their versions, and puts the newest of each into the registry. No method rejects. */
export interface DynamicToolStore {
  create(draft: ToolDraft): Promise<DynamicToolOutcome>;
  /** Takes the draft as the next version if `from` is the current one. */
  update(draft: ToolDraft, from: number): Promise<DynamicToolOutcome>;
  /** The newest version of a dynamic tool. */
  get(name: string): Promise<DynamicTool | undefined>;
  /** Every version, oldest first; empty if there is no such tool. */
  history(name: string): Promise<readonly DynamicTool[]>;
}

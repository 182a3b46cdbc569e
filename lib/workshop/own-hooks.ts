import type { Hook } from '@/lib/protocol';
import type { CompiledPack } from './pack';
import { hookSourceOf } from './program';

/** Milliseconds for a hook of a pack unless it sets its own; includes loading its modules. */
const DEADLINE_MS = 5000;

/** A hook of a pack. */
export interface OwnHook extends Hook {
  /** The pack's name. */
  readonly pack: string;
}

/** The hooks of a pack, for the hook runner: each event loads the pack anew in a sandboxed worker. */
export const ownHooks = ({ name: pack, program, hooks }: CompiledPack, runtime: string): OwnHook[] =>
  hooks.map((hook) => ({
    deadlineMs: DEADLINE_MS,
    ...hook,
    id: `pack:${pack}/${hook.name}`,
    pack,
    source: hookSourceOf(runtime, program, hook.name),
    enabled: true,
  }));

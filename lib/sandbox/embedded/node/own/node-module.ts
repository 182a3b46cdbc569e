// oxlint-disable typescript/no-unnecessary-type-parameters -- who asks for a module knows what it is
import type { Callback } from '../bindings/binding';

let require: Callback | undefined;

/** Where modules of ours find Node's. */
export const useRequire = (found: Callback): void => void (require = found);

/** One of Node's own modules. */
export const nodeModule = <T>(id: string): T => require?.(id) as T;

// oxlint-disable typescript/no-unnecessary-type-parameters -- the caller knows the module's type
import type { Callback } from '../binding';

let require: Callback | undefined;

/** Sets how bundled modules find Node's. */
export const useRequire = (found: Callback): void => void (require = found);

/** One of Node's own modules. */
export const nodeModule = <T>(id: string): T => require?.(id) as T;

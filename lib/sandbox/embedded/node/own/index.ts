import type { NodeProgram } from '../program';
import type { Callback } from '../binding';
import { missing } from '../missing';
import { sources } from '../library';

type Make = (program: NodeProgram) => object;

/** Replacements for Node's modules whose native parts are too large to replace. They load on first use. */
const OWN: Record<string, Make> = {
  // oxlint-disable-next-line no-require-imports -- loaded when asked for
  tls: () => require('../builtins/tls').makeTls(),
  http2: () => ({}),
};

/** What to use instead of a module that is missing. */
const INSTEAD: Readonly<Record<string, string>> = { http2: 'node:http' };

/** Members of Node's module that the replacement lacks throw an error with their name when called. */
function complete(id: string, made: object): object {
  const names = /^module\.exports = \{([^]*?)^\};/m.exec(sources[id] ?? '')?.[1] ?? '';
  for (const [, name = ''] of names.matchAll(/^ {2}(\w+)[,:]/gm))
    if (!(name in made)) Reflect.set(made, name, missing(`${id}.${name}`, INSTEAD[id]));
  return made;
}

/** The replacement for one of Node's modules, as the function that fills its exports. */
export function replaced(id: string, program: NodeProgram): Callback | undefined {
  const make = OWN[id];
  if (!make) return undefined;
  return (_exports, _require, module) => {
    const made = complete(id, make(program));
    if (typeof module === 'object' && module !== null) Reflect.set(module, 'exports', made);
  };
}

import type { Guest } from '../guest';
import type { Callback } from '../bindings/binding';
import { missing } from '../bindings/missing';
import { sources } from '../library';

type Make = (guest: Guest) => object;

/** Modules of our own in the place of Node's, where what is under Node's is too large to stand in for. They load when they are asked for. */
const OWN: Record<string, Make> = {
  // oxlint-disable-next-line no-require-imports -- loaded when asked for
  tls: () => require('../builtins/tls').makeTls(),
};

/** What Node's module has and ours has not says so by its name when it is called. */
function complete(id: string, made: object): object {
  const names = /^module\.exports = \{([^]*?)^\};/m.exec(sources[id] ?? '')?.[1] ?? '';
  for (const [, name = ''] of names.matchAll(/^ {2}(\w+)[,:]/gm))
    if (!(name in made)) Reflect.set(made, name, missing(`${id}.${name}`));
  return made;
}

/** The module that stands in for one of Node's, as the function that fills its exports. */
export function replaced(id: string, guest: Guest): Callback | undefined {
  const make = OWN[id];
  if (!make) return undefined;
  return (_exports, _require, module) => {
    const made = complete(id, make(guest));
    if (typeof module === 'object' && module !== null) Reflect.set(module, 'exports', made);
  };
}

import type { ClientState } from '../state';

type Settings = Pick<ClientState, 'mode' | 'options' | 'rules' | 'toolSettings' | 'setup'>;

/**
 * The names of what was set otherwise, such as `mode`, `options.model`, `tools.limits`. What comes with a scenario was
 * set by nobody.
 */
export function settingsChanged(before: Settings, after: Settings): readonly string[] {
  if (before.setup !== after.setup) return [];
  return [
    ...(before.mode === after.mode ? [] : ['mode']),
    ...(same(before.rules, after.rules) ? [] : ['rules']),
    ...fieldsOf('options', before.options, after.options),
    ...fieldsOf('tools', before.toolSettings, after.toolSettings),
  ];
}

function fieldsOf(name: string, before: object, after: object): string[] {
  if (before === after) return [];
  const [old, present] = [before, after].map((fields) => new Map<string, unknown>(Object.entries(fields)));
  const keys = new Set([...(old?.keys() ?? []), ...(present?.keys() ?? [])]);
  return [...keys].filter((key) => !same(old?.get(key), present?.get(key))).map((key) => `${name}.${key}`);
}

/** Settings are small and JSON. */
const same = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);

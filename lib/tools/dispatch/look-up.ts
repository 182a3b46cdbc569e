import type { Language } from '@/lib/protocol';
import { offRefusal } from '../pool/off-refusal';
import type { Registry } from '../registry';
import { failed, ok, type Outcome } from '../result';
import { TOOLYARD } from '../system';
import type { AnyTool } from '../tool';
import type { Validating } from './prepared';

type Addressing = Pick<Validating, 'language' | 'system'>;

/** Finds the tool a call names, or says that it is off, or which names are near. */
export function lookUp(
  registry: Registry,
  name: string,
  { language, system }: Addressing = { language: 'en' },
): Outcome<AnyTool> {
  const { laxity } = system?.behaviour ?? TOOLYARD;
  const entry = registry.entry(name);
  if (entry && (laxity.names || entry.name === name))
    return entry.enabled ? ok(entry.tool) : { ok: false, failure: offRefusal(entry, language) };
  const said = system?.behaviour.texts[language]?.toolNotFound?.(name);
  if (said !== undefined) return failed('TOOL_NOT_FOUND', said);
  const { unknown, near, all } = TEXTS[language];
  const names = registry.nearestNames(name);
  const hint = names.length > 0 ? near(names) : all(registry.tools.map((tool) => tool.name).join(', '));
  return failed('TOOL_NOT_FOUND', `${unknown(JSON.stringify(name.slice(0, 80)))}${hint}`);
}

const TEXTS = {
  en: {
    unknown: (name: string) => `There is no tool named ${name}. `,
    near: (names: readonly string[]) => `Did you mean ${names.join(' or ')}?`,
    all: (names: string) => `The tools are ${names}.`,
  },
  zh: {
    unknown: (name: string) => `没有名为 ${name} 的工具。`,
    near: (names: readonly string[]) => `你是指 ${names.join(' 或 ')} 吗？`,
    all: (names: string) => `可用的工具有：${names}。`,
  },
} as const satisfies Record<Language, unknown>;

import type { Configuration, ConfigurationSetting } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { summaries } from '../summaries';

export const config = defineTool({
  name: 'Config',
  description:
    'Reads a setting of this page, or sets it. Use it when the person asks for another setting, such as the language of ' +
    'messages or how often tools may be called; without a key it lists all settings. A person is asked before one is ' +
    'set. Do not use it to change what you may do: modes, rules and hooks are the person’s. After NOT_FOUND take one of ' +
    'the keys the result names; after INVALID_ARGS send a value that fits.',
  kind: 'other',
  category: 'interaction',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['configuration'],
  isReadOnly: ({ value }) => value === undefined,
  isDangerous: ({ value }) => value !== undefined,
  input: z.strictObject({
    key: z.string().min(1).optional().describe('The setting. Left out: all of them are listed.'),
    value: z.unknown().optional().describe('What it is to be, of the type the setting has. Left out: it is only read.'),
  }),
  titleFor: ({ key, value }) => {
    if (key === undefined) return 'Read all settings';
    return value === undefined ? `Read the setting ${key}` : `Set ${key} to ${JSON.stringify(value)}`;
  },
  execute({ key, value }, context) {
    const configuration = need(context, 'configuration');
    if (!configuration.ok) return configuration.failure;
    const say = summaries(context);
    if (key === undefined) {
      if (value === undefined) return listed(configuration.value.list(), say);
      return failure('INVALID_ARGS', 'There is a value, but no key: say which setting it is for.', {
        issues: [{ path: '$.key', expected: 'present', received: 'nothing', message: 'Name the setting.' }],
      });
    }
    return value === undefined ? read(configuration.value, key, say) : set(configuration.value, key, value, say);
  },
});

type Say = ReturnType<typeof summaries>;

const listed = (settings: readonly ConfigurationSetting[], say: Say) => ({
  text: settings.map((setting, index) => `${index + 1}. ${told(setting)}\n   ${setting.description}`).join('\n'),
  summary: say.settings(settings.length),
});

function read(configuration: Configuration, key: string, say: Say) {
  const setting = find(configuration, key);
  if (!setting) return unknown(configuration, key);
  return { text: `${told(setting)}\n${setting.description}\n${fits(setting)}`, summary: say.setting(setting) };
}

function set(configuration: Configuration, key: string, value: unknown, say: Say) {
  const before = find(configuration, key);
  const outcome = configuration.set(key, value);
  if (!before || !outcome) return unknown(configuration, key);
  if (!outcome.ok) {
    const received = shown(value).slice(0, 60);
    return failure('INVALID_ARGS', `${key} was not set. ${outcome.reason}\n${fits(before)}`, {
      issues: [{ path: '$.value', expected: expectedOf(before), received, message: outcome.reason }],
    });
  }
  const after = find(configuration, key) ?? before;
  return { text: `${told(after)}; it was ${shown(before.value)}.`, summary: say.setting(after) };
}

const find = (configuration: Configuration, key: string): ConfigurationSetting | undefined =>
  configuration.list().find((setting) => setting.key === key);

function unknown(configuration: Configuration, key: string) {
  const known = configuration.list().map((setting) => setting.key);
  return failure('NOT_FOUND', `There is no setting ${key}. There are: ${known.join(', ')}.`);
}

const told = (setting: ConfigurationSetting): string => summaries({}).setting(setting);
const shown = (value: unknown): string => JSON.stringify(value) ?? 'not set';

/** The allowed values, in the notation of validation issues. */
const expectedOf = ({ schema }: ConfigurationSetting): string =>
  Array.isArray(schema.enum)
    ? `enum[${schema.enum.join(',')}]`
    : typeof schema.type === 'string'
      ? schema.type
      : 'present';

/** The allowed values, in a sentence. */
function fits({ schema }: ConfigurationSetting): string {
  const { enum: values, type, minimum, maximum, items } = schema;
  if (Array.isArray(values)) return `It may be ${values.map(shown).join(', ')}.`;
  const range = minimum !== undefined && maximum !== undefined ? ` from ${shown(minimum)} to ${shown(maximum)}` : '';
  const of = typeof items === 'object' && items !== null && 'type' in items ? ` of ${shown(items.type)}` : '';
  return `It is of type ${typeof type === 'string' ? type : 'any'}${of}${range}.`;
}

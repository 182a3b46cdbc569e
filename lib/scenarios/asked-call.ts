import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import { graceful, fencedText } from './endings';
import { lastSteps } from './history';
import type { Role, ScriptedCall } from './scenario';

/** The words that have a tool called: `Call Read with {"file_path": "a.md"}`. */
export const askForCall = (name: string, input: object): string => `Call ${name} with ${JSON.stringify(input)}`;

const FieldsSchema = z.record(z.string(), z.unknown());

/** The script for words that name one call; undefined if they name none. */
export function askedCall(words: string): Role | undefined {
  const [, name, text = '{}'] = /^\s*call ([\w.-]{1,64})(?: with (\{[^]*\}))?[.\s]*$/i.exec(words) ?? [];
  if (name === undefined) return undefined;
  const input = parseJson(FieldsSchema, text);
  const call: ScriptedCall = input.ok ? { name, input: input.value } : { name, rawArguments: text };
  return {
    prompt: words,
    next(history) {
      const [now] = lastSteps(history);
      if (!now) return { text: `I call ${name}.`, calls: [call] };
      const told = `${now.name} ${now.failed ? 'failed' : 'answered'}:\n\n${fencedText(now.text)}`;
      return graceful([now]) ?? { text: told };
    },
  };
}

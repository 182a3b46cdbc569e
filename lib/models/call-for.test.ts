import type { Message, Tool } from '@ag-ui/core';
import { SCENARIOS } from '@/lib/scenarios';
import { describe, expect, it } from 'vitest';
import { createModel } from './index';
import { callsOf, collect, spokenText, requestOf } from './testing';

const field = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] });
const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const metadata = (source: string) => ({
  toolyard: { title: 'T', kind: 'read', category: 'files', tier: 'core', source, annotations },
});
const READ: Tool = {
  name: 'Read',
  description: 'Reads a file.',
  parameters: field('file_path'),
  metadata: metadata('builtin'),
};
const GREP: Tool = {
  name: 'Grep',
  description: 'Finds a pattern.',
  parameters: field('pattern'),
  metadata: metadata('builtin'),
};
const OWN: Tool = {
  name: 'CountWords',
  description: 'Counts the words of a text.',
  parameters: field('text'),
  metadata: metadata('custom'),
};

const say = async (content: string, tools: readonly Tool[]) => {
  const said: Message = { id: 'u', role: 'user', content };
  return collect(createModel({ speed: 'instant' }, {}), requestOf([said], { tools }));
};

describe('words that no script matches', () => {
  it.each([
    ['Please look into the file', [READ, GREP], 'Call Read with {"file_path":"package.json"}'],
    ['find every TODO', [READ, GREP], 'Call Grep with {"pattern":"export"}'],
    ['How many words does this have?', [READ, GREP, OWN], 'Call CountWords with {"text":"Hello."}'],
    ['Read the file', [READ, GREP, OWN], 'Call Read with {"file_path":"package.json"}'],
    ['zzz', [READ, GREP, OWN], 'Call CountWords with {"text":"Hello."}'],
    ['zzz', [READ, GREP], 'Call Read with {"file_path":"package.json"}'],
    ['数一数有多少个词', [READ, OWN], '调用 CountWords，参数：{"text":"Hello."}'],
  ])('%s: are told how to have a tool called', async (words, tools, example) => {
    const told = spokenText(await say(words, tools));
    expect(told).toContain(`\`\`\`text\n${example}\n\`\`\``);
    expect(told).not.toContain(SCENARIOS[0]?.title ?? '');
    const [call] = callsOf(await say(example, tools));
    expect(example).toContain(call?.name ?? 'no call');
    expect(example).toContain(call?.args ?? 'no call');
  });

  it.each(['scenarios', 'What can you do?', 'HELP', '你能做什么？', '场景'])(
    '%s: lists the scenarios',
    async (words) => {
      const told = spokenText(await say(words, [READ, OWN]));
      expect(told.split('\n- ').length).toBeGreaterThan(SCENARIOS.length);
    },
  );
});

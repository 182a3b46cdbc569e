import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { draftFields } from './draft-fields';
import { dynamicToolFailure } from './dynamic-tool-failure';
import { summaries } from '../summaries';

export const toolCreate = defineTool({
  name: 'ToolCreate',
  description:
    'Creates a tool of your own, which can be called from your next turn on. Use it for a calculation or conversion that ' +
    'you need several times. Do not use it for what a tool you have already does, nor to reach files or the network: its ' +
    'body runs shut off, and every call of it is asked about. After INVALID_ARGS fix what is named; if the name is ' +
    'taken, use ToolUpdate.',
  kind: 'other',
  category: 'custom',
  tier: 'specialist',
  source: 'builtin',
  featureFlag: 'dynamic-tools',
  capabilities: ['dynamicToolStore', 'codeRunner'],
  input: z.strictObject(draftFields),
  isDangerous: true,
  supportsInputStreaming: true,
  titleFor: ({ name }) => `Create the tool ${name}`,
  async execute(draft, context) {
    const dynamicToolStore = need(context, 'dynamicToolStore');
    if (!dynamicToolStore.ok) return dynamicToolStore.failure;
    const outcome = await dynamicToolStore.value.create(draft);
    if (!outcome.ok) return dynamicToolFailure(outcome, context);
    const { name, version } = outcome.tool;
    return {
      text: `Created the tool ${name}, version ${version}. Call it by its name from your next turn on.`,
      summary: summaries(context).version(name, version),
      details: { version },
    };
  },
});

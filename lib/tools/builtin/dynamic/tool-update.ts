import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { draftFields } from './draft-fields';
import { dynamicToolFailure } from './dynamic-tool-failure';
import { naming } from '../../system';
import { summaries } from '../summaries';

const input = z.strictObject({
  name: draftFields.name.describe('The name of the tool to change. It must have been made with ToolCreate.'),
  version: z
    .int()
    .min(1)
    .describe('The version the change is made from: the current one, as the last result named it.'),
  description: draftFields.description.optional().describe('The new description. Left out: as it is.'),
  schema: draftFields.schema.optional().describe('The new JSON Schema of the whole input. Left out: as it is.'),
  body: draftFields.body.optional().describe('The new JavaScript body, whole. Left out: as it is.'),
});

export const toolUpdate = defineTool({
  name: 'ToolUpdate',
  description:
    'Changes a tool that was made with ToolCreate and makes the next version of it; earlier versions are kept. Use it when ' +
    'such a tool fails or lacks something. Do not use it for built-in tools, which cannot be changed. After STALE_FILE ' +
    'make the change again from the version that the result names; after NOT_FOUND use ToolCreate.',
  kind: 'other',
  category: 'custom',
  tier: 'specialist',
  source: 'builtin',
  featureFlag: 'dynamic-tools',
  capabilities: ['dynamicToolStore', 'codeRunner'],
  input,
  isDangerous: true,
  supportsInputStreaming: true,
  titleFor: ({ name, version }) => `Change the tool ${name}, version ${version}`,
  async execute({ name, version, ...change }, context) {
    const dynamicToolStore = need(context, 'dynamicToolStore');
    if (!dynamicToolStore.ok) return dynamicToolStore.failure;
    const current = await dynamicToolStore.value.get(name);
    if (!current) {
      return failure(
        'NOT_FOUND',
        `There is no tool of your own named ${name}.${naming(context, ['ToolCreate'], (make) => ` Make it with ${make}.`)}`,
      );
    }
    const { description = current.description, schema = current.schema, body = current.body } = change;
    if (description === current.description && schema === current.schema && body === current.body) {
      return failure('NO_CHANGE', 'Send at least one of description, schema and body, different from what it is now.');
    }
    const outcome = await dynamicToolStore.value.update({ name: current.name, description, schema, body }, version);
    if (!outcome.ok) return dynamicToolFailure(outcome, context);
    return {
      text: `Changed the tool ${name}: version ${outcome.tool.version} is what calls run from now on.`,
      summary: summaries(context).version(name, outcome.tool.version),
      details: { version: outcome.tool.version },
    };
  },
});

import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { needSandbox } from '../../files';
import { pathSubject } from '../files/path-subject';
import { answerFile, answerPlace, answerQuery } from './answer';
import { bySearch } from './by-search';

const OPERATIONS = ['definition', 'implementation', 'references', 'hover', 'symbols', 'diagnostics'] as const;

export const lsp = defineTool({
  name: 'LSP',
  title: 'Ask about code',
  description:
    'Answers what an editor knows about code: where a name is defined, implemented or used, what it is, which symbols a ' +
    'file or the project has, and what is wrong with a file. Use it for TypeScript and JavaScript, where it understands ' +
    'scopes and types; in other languages it searches for words, and says so. Do not use it for text in comments or ' +
    'strings (use Grep). Positions are from 1. After TEXT_NOT_FOUND or RANGE_INVALID read the file for the right line; ' +
    'after NOT_FOUND search with Grep.',
  kind: 'read',
  category: 'search',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['sandbox', 'code'],
  input: z
    .strictObject({
      operation: z
        .enum(OPERATIONS)
        .describe('What is wanted. The first four need a place; symbols a file or a query; diagnostics a file.'),
      file_path: z.string().min(1).optional().describe('The file: absolute, or relative to the current folder.'),
      line: z
        .int()
        .min(1)
        .optional()
        .describe('The line of the place, as Read numbers it. Left out: the first with the symbol.'),
      character: z.int().min(1).optional().describe('The column of the place, from 1. Send this or the symbol.'),
      symbol: z.string().min(1).max(200).optional().describe('The name at the place, in the stead of a column.'),
      query: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('For symbols of the whole project: a name, or part of one.'),
    })
    .superRefine(({ operation, file_path, line, character, symbol, query }, context) => {
      const miss = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
      if (operation === 'symbols') {
        if (file_path === undefined && query === undefined) miss('file_path', 'symbols needs file_path or query');
        return;
      }
      if (file_path === undefined) return miss('file_path', `${operation} needs file_path`);
      if (operation === 'diagnostics' || symbol !== undefined) return;
      if (line === undefined || character === undefined)
        miss('symbol', `${operation} needs symbol, or line and character`);
    }),
  annotations: { idempotentHint: true },
  titleFor: ({ operation, file_path, symbol, query }) => {
    const what = symbol ?? query;
    return [`Look up ${operation}`, ...(what ? [`of ${what}`] : []), ...(file_path ? [`in ${file_path}`] : [])].join(
      ' ',
    );
  },
  ruleSubject: ({ file_path = '.' }, context) => pathSubject(context, file_path),
  async execute(call, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const code = { value: toolContext.code ?? bySearch(context.value) };
    const { operation, file_path, query } = call;
    if (file_path === undefined) return answerQuery(context.value, code.value, query ?? '');
    if (operation === 'symbols' || operation === 'diagnostics') {
      return answerFile(context.value, code.value, operation, file_path);
    }
    return answerPlace(context.value, code.value, operation, { ...call, file_path });
  },
});

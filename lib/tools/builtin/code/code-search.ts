import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { displayPath, resolvePath, needSandbox } from '../../files';
import { pathSubject } from '../files/path-subject';
import { sandboxFailure } from '../files/sandbox-failure';
import { collectSymbols } from './collect-symbols';
import { rankSymbols } from './rank-symbols';
import { naming } from '../../system';
import { summaries } from '../summaries';

const DEFAULT_LIMIT = 10;
const MOST = 50;
/** Maximum characters shown of a line. */
const SHOWN_LINE = 160;

export const codeSearch = defineTool({
  name: 'CodeSearch',
  description:
    'Finds where functions, classes, types and other names are defined, ranked by how well they fit some words: `round ' +
    'price` finds `roundPrice` and `price_rounding`. Use it when you know what something does but not what it is called. ' +
    'Do not use it for exact text (use Grep), for file names (use Glob), or for references to a name (use LSP). If nothing ' +
    'is found, try other words, or fewer.',
  kind: 'read',
  category: 'search',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['sandbox'],
  input: z.strictObject({
    query: z.string().trim().min(1).max(200).describe('Words of a name or of what it does, such as `parse date`.'),
    path: z.string().min(1).optional().describe('The folder to look in. Default: the current folder.'),
    glob: z.string().min(1).optional().describe('Only files whose name or path matches, such as `*.py`.'),
    limit: z.int().min(1).max(MOST).optional().describe(`How many to show. Default ${DEFAULT_LIMIT}, at most ${MOST}.`),
  }),
  annotations: { idempotentHint: true },
  titleFor: ({ query }) => `Search the code for ${query}`,
  ruleSubject: ({ path = '.' }, context) => pathSubject(context, path),
  async execute({ query, path = '.', glob, limit = DEFAULT_LIMIT }, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const folder = await resolvePath(context.value, path);
    if (!folder.ok) return folder.failure;
    const { sandbox } = context.value;
    try {
      const { symbols, notes } = await collectSymbols(context.value, folder.value.path, query, glob);
      const ranked = await rankSymbols(symbols, query);
      const lines = ranked.slice(0, limit).map(({ path: file, line, kind, name, container, text }, index) => {
        const whole = container === undefined ? name : `${container}.${name}`;
        return `${index + 1}. ${displayPath(sandbox, file)}:${line}  ${kind} ${whole}\n   ${text.slice(0, SHOWN_LINE)}`;
      });
      const left = ranked.length - lines.length;
      const more = left > 0 ? [`[… ${left} more; add words, or narrow it with path or glob]`] : [];
      const none = [
        `Of ${symbols.length} definitions none fits "${query}". Try other words${naming(toolContext, ['Grep'], (grep) => `, or ${grep} for text`)}.`,
      ];
      return {
        text: [...(lines.length > 0 ? lines : none), ...more, ...notes.map((note) => `[${note}]`)].join('\n'),
        summary: summaries(toolContext).definitions(ranked.length),
      };
    } catch (error) {
      return sandboxFailure(toolContext, error, path, 'read');
    }
  },
});

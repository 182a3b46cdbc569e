import { dialectText, defineDialect, inElement } from './define-dialect';
import { invokes } from './grammars/invokes';

/** The mark in every tag, between full-width bars (U+FF5C). */
const MARK = '\uFF5CDSML\uFF5C';

/** DeepSeek V3.2: each parameter says whether it is text or JSON. */
export const dsml = defineDialect({
  name: 'dsml',
  grammars: [invokes({ wrappers: [`${MARK}function_calls`, `${MARK}tool_calls`], prefix: MARK })],
  rules: ['A parameter with string="true" is text as it stands; with string="false" it is JSON.'],
  formatCall: ({ name, arguments: args }) => {
    const parameters = Object.entries(args).map(
      ([key, value]) =>
        `<${MARK}parameter name="${key}" string="${typeof value === 'string'}">${dialectText(value)}</${MARK}parameter>\n`,
    );
    return `<${MARK}function_calls>\n<${MARK}invoke name="${name}">\n${parameters.join('')}</${MARK}invoke>\n</${MARK}function_calls>`;
  },
  formatResult: (_call, { text }) =>
    `<function_results>\n<result>${inElement(text, 'result', 'function_results')}</result>\n</function_results>`,
});

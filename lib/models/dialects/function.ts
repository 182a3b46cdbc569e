import { dialectText, defineDialect, inElement } from './define-dialect';
import { functionEquals } from './grammars/function-equals';

/** `<function=…>` with a `<parameter=…>` per field (Qwen3-Coder) or with JSON inside (Llama). */
export const functionDialect = defineDialect({
  name: 'function',
  grammars: [functionEquals],
  rules: [
    'Text stands between the parameter tags as it is, over as many lines as it needs; lists and objects as JSON.',
  ],
  formatCall: ({ name, arguments: args }) => {
    const parameters = Object.entries(args).map(
      ([key, value]) => `<parameter=${key}>\n${dialectText(value)}\n</parameter>\n`,
    );
    return `<tool_call>\n<function=${name}>\n${parameters.join('')}</function>\n</tool_call>`;
  },
  formatResult: (_call, { text }) => `<tool_response>\n${inElement(text, 'tool_response')}\n</tool_response>`,
});

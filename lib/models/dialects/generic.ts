import { defineDialect, inElement } from './define-dialect';
import { plainInvokes } from './grammars/invokes';
import { invokeCall } from './invoke-call';

/** `<function_calls>` around `<invoke>`, which many models know. */
export const generic = defineDialect({
  name: 'generic',
  grammars: [plainInvokes],
  rules: ['Text stands in a parameter as it is; lists and objects as JSON.'],
  formatCall: (call) => invokeCall('function_calls', call),
  formatResult: ({ name }, { success, text }) => {
    const tag = success ? 'output' : 'error';
    return `<function_results>\n<result>\n<name>${name}</name>\n<${tag}>${inElement(text, tag, 'result', 'function_results')}</${tag}>\n</result>\n</function_results>`;
  },
});

import { defineDialect, inElement } from './define-dialect';
import { plainInvokes } from './grammars/invokes';
import { invokeCall } from './invoke-call';

/** MiniMax M2. */
export const minimax = defineDialect({
  name: 'minimax',
  grammars: [plainInvokes],
  rules: ['Text stands in a parameter as it is; lists and objects as JSON.'],
  formatCall: (call) => invokeCall('minimax:tool_call', call),
  formatResult: (_call, { text }) => `<response>${inElement(text, 'response')}</response>`,
});

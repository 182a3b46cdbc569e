import { defineDialect, inElement } from './define-dialect';
import { invokes } from './grammars/invokes';
import { invokeCall } from './invoke-call';

/** MiniMax M2; its models now and then leave the opening tag out. */
export const minimax = defineDialect({
  name: 'minimax',
  grammars: [invokes({ wrappers: ['minimax:tool_call'], bare: true })],
  rules: ['Text stands in a parameter as it is; lists and objects as JSON.'],
  formatCall: (call) => invokeCall('minimax:tool_call', call),
  formatResult: (_call, { text }) => `<response>${inElement(text, 'response')}</response>`,
});

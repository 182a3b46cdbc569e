import { describe, it } from 'vitest';
import { createNodeCodeRunner } from '../testing/node-code-runner';
import { codeCases } from './suite';

describe('the contract of sandboxed code, in worker threads', () => {
  const codeRunner = createNodeCodeRunner();
  it.each(codeCases.filter(({ needs }) => !needs))('$name', ({ run }) => run(codeRunner));
});

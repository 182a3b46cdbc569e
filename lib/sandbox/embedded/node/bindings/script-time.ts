import { children, isNode, type AstNode } from '../esm/ast';
import type { SourceEdit } from '../esm/await-edits';

/** The global function that a script with a timeout calls in every loop iteration and function. */
const CHECK = '__checkTime';

const ROUND = /^(?:For(?:In|Of)?|While|DoWhile)Statement$/;

/** Edits with which a script checks its own timeout: nothing else can end a loop in the thread that runs it. */
export function timeEdits(program: AstNode): SourceEdit[] {
  const edits: SourceEdit[] = [];
  const visit = (node: AstNode): void => {
    const body: unknown = Reflect.get(node, 'body');
    if ((ROUND.test(node.type) || /Function/.test(node.type)) && isNode(body)) {
      const first = startOf(body);
      if (body.type === 'BlockStatement') edits.push([first, first, `;${CHECK}();`]);
      else if (ROUND.test(node.type)) edits.push([body.start, body.start, `{${CHECK}();`], [body.end, body.end, '}']);
    }
    for (const [, child] of children(node)) visit(child);
  };
  visit(program);
  return edits;
}

/** Where the statements of a block begin, past the directives of a function. */
function startOf({ start, body }: AstNode): number {
  const directives = Array.isArray(body) ? body.filter((node) => Reflect.has(node, 'directive')) : [];
  return directives.at(-1)?.end ?? start + 1;
}

const TIMEOUT = 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Whether it is the error of a script that took too long, which is not thrown by the script. */
export const isTimeout = (error: object): boolean => 'code' in error && error.code === TIMEOUT;

let end = Infinity;
let given = 0;

/** Runs a script with a timeout in milliseconds, checked by the code that `timeEdits` inserted. */
export function inTime(ms: number, run: () => unknown): unknown {
  Reflect.defineProperty(globalThis, CHECK, { value: check, configurable: true });
  const before = [end, given] as const;
  const own = performance.now() + ms;
  if (own < end) [end, given] = [own, ms];
  try {
    return run();
  } catch (error) {
    // The script's own frames are not in its trace.
    throw error instanceof Error && isTimeout(error) ? timeout() : error;
  } finally {
    [end, given] = before;
  }
}

function check(): void {
  if (performance.now() >= end) throw timeout();
}

const timeout = (): Error => Object.assign(new Error(`Script execution timed out after ${given}ms`), { code: TIMEOUT });

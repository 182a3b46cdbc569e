import { parse, type ParsedScript } from 'unbash';
import { nodesIn } from './syntax';

/** Parses a script, as the shell of the sandbox does. Throws if it, or a substitution in it, has a syntax error. */
export function parseScript(text: string): ParsedScript {
  const script = parse(text);
  for (const node of nodesIn(script)) {
    const [error] = (node.type === 'Script' && node.errors) || [];
    if (error) throw new SyntaxError(error.message);
  }
  return script;
}

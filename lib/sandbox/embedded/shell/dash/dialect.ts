import { forEachChild, parse, type ParsedScript, type SyntaxNode } from 'unbash';

/** A change to a script that makes bash's parser read it as dash does, or what dash says of a script that it does not read. */
type Reading = { at: number; length: number; text: string } | { at: number; refusal: string };

/** A script as dash reads it: what only bash knows is written so that it means to bash what it means to dash. */
export interface DashScript {
  text: string;
  parsed: ParsedScript;
}

/** Reads a script as dash does. What dash does not read is among the errors, in dash's words. */
export function parseAsDash(written: string): DashScript {
  let text = written;
  for (;;) {
    const parsed = parse(text);
    const found: Reading[] = [];
    collect(parsed, text, found);
    const changes = found.flatMap((one) => ('text' in one ? [one] : [])).sort((a, b) => b.at - a.at);
    // A change may make other parts of the script.
    for (const { at, length, text: instead } of changes) text = text.slice(0, at) + instead + text.slice(at + length);
    if (changes.length > 0) continue;
    const refusals = found.flatMap((one) =>
      'refusal' in one ? [{ message: `Syntax error: ${one.refusal}`, pos: one.at }] : [],
    );
    const errors = [...refusals, ...(parsed.errors ?? [])].sort((a, b) => a.pos - b.pos);
    return { text, parsed: errors.length > 0 ? { ...parsed, errors } : parsed };
  }
}

function collect(node: SyntaxNode, text: string, found: Reading[]): void {
  // A script within escaped backquotes is read when it runs.
  if (node.type === 'Script' && node.source !== undefined) return;
  const reading = readingOf(node, text);
  if (reading) found.push(reading);
  if (!reading || 'refusal' in reading || reading.length === 0)
    forEachChild(node, (child) => collect(child, text, found));
}

const refuse = (at: number, token: string): Reading => ({ at, refusal: `${token} unexpected` });

/** A backslash before a word makes it a plain word, and before `+`, `[` or `{` a plain character. */
const plain = (at: number): Reading => ({ at, length: 0, text: '\\' });

function readingOf(node: SyntaxNode, text: string): Reading | undefined {
  const written = text.slice(node.pos, node.end);
  switch (node.type) {
    case 'TestCommand':
    case 'Select':
    case 'Coproc':
    case 'Time':
    case 'AnsiCQuoted':
    case 'LocaleString':
      return plain(node.pos);
    case 'ArithmeticExpansion':
      return written.startsWith('$[') ? plain(node.pos) : undefined;
    case 'ArithmeticCommand':
      return { at: node.pos, length: 2, text: '( (' };
    case 'ArithmeticFor':
      return { at: node.pos, refusal: 'Bad for loop variable' };
    case 'For':
      return /^[A-Za-z_]\w*$/.test(node.name.text) ? undefined : { at: node.pos, refusal: 'Bad for loop variable' };
    case 'Function':
      if (/^function\s/.test(written)) return plain(node.pos);
      return /^[A-Za-z_]\w*$/.test(node.name.text) ? undefined : { at: node.pos, refusal: 'Bad function name' };
    case 'Pipeline': {
      const at = node.operators.indexOf('|&');
      return at < 0 ? undefined : refuse(text.indexOf('|&', node.commands[at]?.end), '"&"');
    }
    case 'Assignment':
      if (node.value.type === 'ArrayValue') return refuse(node.value.pos, '"("');
      return node.append || node.index ? plain(node.pos + node.name.length) : undefined;
    case 'HereString':
      return refuse(node.pos, 'redirection');
    case 'ProcessSubstitution':
      return refuse(node.pos, '"("');
    case 'Redirect':
      if (node.descriptor?.type === 'FileDescriptorVariable') return plain(node.pos);
      if (node.operator.startsWith('&')) return { at: node.pos, length: 1, text: '& ' };
      return node.operator.endsWith('&') && !/^(?:\d|-|.*\$)/.test(node.target?.text ?? '')
        ? { at: node.pos, refusal: 'Bad fd number' }
        : undefined;
    case 'CaseItem':
      if (node.terminator === ';&') return refuse(node.end - 1, '"&"');
      return node.terminator === ';;&' ? { at: node.end - 1, refusal: 'word unexpected (expecting ")")' } : undefined;
    default:
      return undefined;
  }
}

const KNOWN_OPERATIONS = new Set(['Default', 'Remove']);

/** Whether dash knows an expansion such as `${name%.*}`. */
export const knowsExpansion = ({ prefix, index, operation }: Expansion): boolean =>
  index === undefined &&
  (prefix === undefined || (prefix === '#' && !operation)) &&
  (!operation || KNOWN_OPERATIONS.has(operation.type));

interface Expansion {
  readonly prefix: '!' | '#' | undefined;
  readonly index: unknown;
  readonly operation: { readonly type: string } | undefined;
}

/** An arithmetic expression as dash reads it: `++` and `--` are two signs, and `,` and `#` are not known. */
export function readArithmetic(text: string): string | undefined {
  if (/[,#]/.test(text)) return undefined;
  // The largest number stands for all larger ones.
  const numbers = text.replaceAll(/(?<!\w)[1-9]\d{18,}(?!\w)/g, (one) =>
    BigInt.asIntN(64, BigInt(one)) === BigInt(one) ? one : '9223372036854775807',
  );
  return numbers.replaceAll(/\+(?=\+)|-(?=-)|\*(?=\*)/g, '$& ');
}

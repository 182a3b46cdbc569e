import type {
  AndOr,
  Case,
  CommandNode,
  CompoundList,
  Elif,
  Function as FunctionNode,
  HereDoc,
  PipelineNode,
  Redirection,
  Statement,
  Word,
} from 'unbash';
import { singleQuote } from './quote-value';

/** A function as `declare -f` prints it, in the layout of bash's `print_cmd.c`. `step`: spaces per level. */
export function functionText({ name, body }: FunctionNode, source: string, step = 4): string {
  const printer = new Printer(source, step);
  printer.function(`${name.value} () `, body);
  return `${printer.text}\n`;
}

/** A command as `jobs` shows it. */
export function commandText(command: Statement['command'], source: string): string {
  const printer = new Printer(source, 4, true);
  printer.job(command);
  return printer.text;
}

type Body = FunctionNode['body'];

class Printer {
  text = '';
  private depth = 0;
  /** Whether the next command continues the current line. */
  private inLine = false;
  private hereDocs: HereDoc[] = [];
  private hadHereDoc = false;

  constructor(
    private readonly source: string,
    private readonly step: number,
    /** Outside functions, the commands of a list stand in one line. */
    private readonly inOneLine = false,
  ) {}

  job(command: Statement['command']): void {
    this.inLine = true;
    this.command(command);
    this.flush();
  }

  function(head: string, body: Body): void {
    this.text += `${head}\n`;
    this.indent();
    this.text += '{ \n';
    this.depth += 1;
    const { command, redirects } = body.type === 'Redirected' ? body : { command: body, redirects: [] };
    if (command.type === 'CompoundList') this.list(command);
    else if (command.type === 'BraceGroup') this.list(command.body);
    else this.command(command);
    this.flush();
    this.depth -= 1;
    this.line(redirects.length > 0 ? '} ' : '}');
    this.redirects(redirects);
  }

  private indent(): void {
    this.text += ' '.repeat(this.depth * this.step);
  }

  private line(text: string): void {
    this.text += '\n';
    this.indent();
    this.text += text;
  }

  private semicolon(): void {
    if (!/[&\n]$/.test(this.text)) this.text += ';';
  }

  /** Writes the pending here documents, at the end of the line that they belong to. */
  private flush(): void {
    if (this.hereDocs.length === 0) return;
    this.text += '\n';
    for (const { body, delimiter, operator } of this.hereDocs.splice(0)) {
      const text = operator === '<<-' ? body.text.replaceAll(/^\t+/gm, '') : body.text;
      this.text += `${text}${delimiter?.value ?? ''}\n`;
    }
    this.hadHereDoc = true;
  }

  private list({ commands }: CompoundList): void {
    for (const [index, { command, background }] of commands.entries()) {
      this.command(command);
      const last = index === commands.length - 1;
      if (background) {
        this.text += ' &';
        this.flush();
        if (last) return;
        this.text += ' ';
        this.inLine = true;
      } else if (!last) {
        // Bash omits one semicolon after a here document; if the first command has it, one command later.
        if (index > 0) this.flush();
        if (this.hereDocs.length > 0) this.flush();
        else {
          if (!this.hadHereDoc) this.text += ';';
          this.hadHereDoc = false;
        }
        this.text += this.inOneLine ? ' ' : '\n';
        this.inLine = this.inOneLine;
      }
    }
  }

  private block(list: CompoundList): void {
    this.depth += 1;
    this.list(list);
    this.flush();
    this.depth -= 1;
  }

  private command(node: Statement['command']): void {
    if (this.inLine) this.inLine = false;
    else this.indent();
    if (node.type === 'AndOr') this.chain(node.commands, node.operators);
    else if (node.type === 'Pipeline') {
      for (const prefix of node.prefixes)
        this.text += prefix.type === 'Negation' ? '! ' : prefix.posix ? 'time -p ' : 'time ';
      this.chain(node.commands, node.operators);
    } else this.one(node);
  }

  private chain(nodes: readonly PipelineNode[], operators: AndOr['operators'] | readonly string[]): void {
    for (const [index, node] of nodes.entries()) {
      const operator = operators[index - 1];
      if (operator !== undefined) {
        this.text += operator === '|&' ? ' 2>&1 |' : ` ${operator}`;
        if (operator.startsWith('|') && operator !== '||') this.flush();
        this.text += ' ';
        this.flush();
      }
      this.inLine = true;
      this.command(node);
    }
  }

  private one(node: CommandNode): void {
    switch (node.type) {
      case 'Command': {
        const words = [
          ...node.prefix.filter(({ type }) => type === 'Assignment'),
          ...(node.name ? [node.name] : []),
          ...node.args,
        ].map(({ pos, end }) => this.source.slice(pos, end));
        this.text += words.join(' ') + (words.length > 0 && node.redirects.length > 0 ? ' ' : '');
        return this.redirects(node.redirects);
      }
      case 'Redirected':
        this.inLine = true;
        this.command(node.command);
        this.text += ' ';
        return this.redirects(node.redirects);
      case 'BraceGroup':
        this.text += this.inOneLine ? '{ ' : '{ \n';
        this.inLine = this.inOneLine;
        this.block(node.body);
        if (!this.inOneLine) return this.line('}');
        this.semicolon();
        this.text += ' }';
        return;
      case 'Subshell':
        this.text += '( ';
        this.inLine = true;
        this.list(node.body);
        this.flush();
        this.text += ' )';
        return;
      case 'If':
        return this.branches([node, ...node.elif], node.else);
      case 'While':
        this.text += `${node.kind} `;
        this.inLine = true;
        this.list(node.clause);
        this.flush();
        this.semicolon();
        this.text += ' do\n';
        this.block(node.body);
        this.semicolon();
        return this.line('done');
      case 'For':
      case 'Select':
        return this.loop(
          `${node.type === 'For' ? 'for' : 'select'} ${node.name.text} in ${words(node.wordlist)};`,
          node,
        );
      case 'ArithmeticFor': {
        const parts = [node.initialize, node.test, node.update].map((part) =>
          part ? this.source.slice(part.pos, part.end) : '1',
        );
        return this.loop(`for ((${parts.join('; ')}))`, node);
      }
      case 'Case':
        return this.cases(node);
      case 'Function':
        return this.function(`function ${node.name.text} () `, node.body);
      case 'Coproc':
        this.text += `coproc ${node.name?.text ?? 'COPROC'} `;
        this.inLine = true;
        if (node.body.type !== 'CompoundList') this.command(node.body);
        return;
      default:
        this.text += this.source.slice(node.pos, node.end);
    }
  }

  private loop(head: string, { body }: { body: CompoundList }): void {
    this.text += head;
    this.line('do\n');
    this.block(body);
    this.semicolon();
    this.line('done');
  }

  private branches(
    [first, ...more]: readonly Pick<Elif, 'clause' | 'then'>[],
    otherwise: CompoundList | undefined,
  ): void {
    if (!first) return;
    this.text += 'if ';
    this.inLine = true;
    this.list(first.clause);
    this.flush();
    this.semicolon();
    this.text += ' then\n';
    this.block(first.then);
    if (more.length > 0 || otherwise) {
      this.semicolon();
      this.line('else\n');
      if (more.length === 0 && otherwise) this.block(otherwise);
      else {
        this.depth += 1;
        this.indent();
        this.branches(more, otherwise);
        this.depth -= 1;
      }
    }
    this.semicolon();
    this.line('fi');
  }

  private cases({ word, items }: Case): void {
    this.text += `case ${word.text} in `;
    this.depth += 1;
    for (const { pattern, body, terminator } of items) {
      this.line(`${pattern.map(({ text }) => text).join(' | ')})\n`);
      this.block(body);
      this.line(terminator ?? ';;');
    }
    this.depth -= 1;
    this.line('esac');
  }

  private redirects(redirects: readonly Redirection[]): void {
    this.text += redirects.map(redirectText).join(' ');
    for (const one of redirects) if (one.type === 'HereDoc') this.hereDocs.push(one);
    if (redirects.length > 0) this.hadHereDoc = false;
  }
}

const words = (list: readonly Word[] | undefined): string => list?.map(({ text }) => text).join(' ') ?? '"$@"';

function redirectText(one: Redirection): string {
  const { descriptor, operator } = one;
  const usual = operator.startsWith('<') ? 0 : 1;
  const number = descriptor?.type === 'FileDescriptor' ? descriptor.value : usual;
  const fd =
    descriptor?.type === 'FileDescriptorVariable' ? `{${descriptor.name}}` : number === usual ? '' : `${number}`;
  if (one.type === 'HereDoc') {
    const { value = '', quoted = false } = one.delimiter ?? {};
    return `${fd}${operator}${quoted ? singleQuote(value) : value}`;
  }
  const target = one.target?.text ?? '';
  if (operator === '>&' && !descriptor && !/^(?:\d+-?|-|\$.*)$/.test(target)) return `&> ${target}`;
  if (operator === '>&' || operator === '<&') return `${fd || number}${operator}${target}`;
  return `${fd}${operator} ${target}`;
}

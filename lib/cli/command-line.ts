import { isFormat, type FormatName } from './formats';

export const USAGE = `Usage: toolyard lint [--format text|json|sarif] [--header "Name: value"]… <what>

<what> is a file of tool declarations (MCP, Anthropic, OpenAI or Gemini; JSON or YAML), the address of an MCP server
(streamable HTTP), or the command that starts one (stdio). A word "--" ends the options:

  toolyard lint tools.json --format sarif
  toolyard lint https://example.org/mcp --header "Authorization: Bearer …"
  toolyard lint -- npx -y @modelcontextprotocol/server-everything

toolyard rules lists the rules, as a table in Markdown.

Exit code: 0 nothing is wrong, but for notes; 1 there are errors or warnings; 2 the tools could not be read.`;

type CommandLine =
  | { readonly help: true }
  | { readonly rules: true }
  | { readonly fault: string }
  | {
      readonly target: readonly string[];
      readonly format: FormatName;
      readonly headers: Readonly<Record<string, string>>;
    };

/** Options may come anywhere before `--`; a command's own options need `--` only if they have the same names as ours. */
export function readCommandLine([command, ...words]: readonly string[]): CommandLine {
  if (command === undefined || ['help', '--help', '-h'].includes(command)) return { help: true };
  if (command === 'rules') return { rules: true };
  if (command !== 'lint') return { fault: `There is no command "${command}".` };
  const headers: Record<string, string> = {};
  const target: string[] = [];
  let format: FormatName = 'text';
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (word === '--') {
      target.push(...words.slice(index + 1));
      break;
    }
    const [, option, joined] = /^(--format|--header)(?:=(.*))?$/s.exec(word) ?? [];
    if ((word === '--help' || word === '-h') && target.length === 0) return { help: true };
    if (option === undefined) {
      target.push(word);
      continue;
    }
    const value = joined ?? words[++index] ?? '';
    if (option === '--format') {
      if (!isFormat(value)) return { fault: `There is no format "${value}": take text, json or sarif.` };
      format = value;
    } else {
      const [, name, text] = /^([^:\s]+):\s*(.+)$/.exec(value) ?? [];
      if (name === undefined || text === undefined) return { fault: 'A header is written "Name: value".' };
      headers[name] = text;
    }
  }
  return target.length === 0 ? { fault: 'Say what to lint.' } : { target, format, headers };
}

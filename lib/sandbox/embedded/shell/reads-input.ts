import { literalOf, type Command, type Script, type SimpleCommand, type Statement } from './ast';

/** Commands that read standard input unless they have this many operands. */
const OPERANDS_TO_READ_FILES: Readonly<Record<string, number>> = {
  awk: 2,
  base64: 1,
  cat: 1,
  cut: 1,
  egrep: 2,
  fgrep: 2,
  fold: 1,
  grep: 2,
  head: 1,
  jq: 2,
  md5sum: 1,
  nl: 1,
  od: 1,
  rev: 1,
  sed: 2,
  sha1sum: 1,
  sha256sum: 1,
  sort: 1,
  tac: 1,
  tail: 1,
  uniq: 1,
  wc: 1,
};
const ALWAYS = new Set(['mapfile', 'read', 'readarray', 'tee', 'tr', 'xargs']);

/**
 * Whether a script looks at its standard input. just-bash wants all of it before it begins, and waiting for the end of an
 * input nobody will close would hang a script that needs none.
 */
export const readsInput = (script: Script): boolean => script.statements.some(statementReads);

const statementReads = (statement: Statement): boolean =>
  statement.pipelines.some(({ commands: [first] }) => first !== undefined && commandReads(first));

function commandReads(command: Command): boolean {
  if (command.type === 'FunctionDef') return false;
  if (command.redirections.some(({ operator, fd }) => operator.startsWith('<') && (fd ?? 0) === 0)) return false;
  switch (command.type) {
    case 'SimpleCommand':
      return simpleReads(command);
    case 'If':
      return [
        ...command.clauses.flatMap(({ condition, body }) => [...condition, ...body]),
        ...(command.elseBody ?? []),
      ].some(statementReads);
    case 'While':
    case 'Until':
      return [...command.condition, ...command.body].some(statementReads);
    case 'For':
    case 'CStyleFor':
    case 'Group':
    case 'Subshell':
      return command.body.some(statementReads);
    case 'Case':
      return command.items.some(({ body }) => body.some(statementReads));
    default:
      return false;
  }
}

function simpleReads({ name, args }: SimpleCommand): boolean {
  const command = literalOf(name) ?? '';
  if (ALWAYS.has(command)) return true;
  const needed = OPERANDS_TO_READ_FILES[command];
  if (needed === undefined) return false;
  const words = args.map(literalOf);
  if (words.includes('-')) return true;
  if (command.endsWith('grep') && words.some((word) => word && /^-\w*r/i.test(word))) return false;
  return words.filter((word) => word === undefined || !word.startsWith('-')).length < needed;
}

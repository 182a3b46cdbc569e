import type { IssueMessages, ComparisonSign } from './messages';

const DEGREES: Readonly<Record<ComparisonSign, string>> = {
  '>=': 'at least',
  '>': 'more than',
  '<=': 'at most',
  '<': 'less than',
};

const article = (type: string): string => (/^[aio]/.test(type) ? `an ${type}` : type === 'null' ? type : `a ${type}`);

/** What was expected and received, or that the field is missing or unknown. */
function difference(expected: string, received: string): string {
  if (expected === 'present' && received === 'nothing') return 'required, but missing';
  return expected === 'absent' ? `unknown, received ${received}` : `expected ${expected}, received ${received}`;
}

export const EN: IssueMessages = {
  whole: '`arguments`',
  noted: (_name, note) => note,
  add: (name) => `Add ${name}.`,
  youSent: (sent, field) => ` You sent \`${sent}\`; did you mean \`${field}\`?`,
  remove: (name) => `Remove the unknown field ${name}.`,
  didYouMean: (meant) => ` Did you mean \`${meant}\`?`,
  badKey: (name) => `Give the field ${name} another name: the schema does not allow this one.`,
  type: (name, expected, received) => `Send ${name} as ${article(expected)}, not as ${article(received)}.`,
  notAsText: (name, expected) => `Send ${name} as ${article(expected)} itself, not as text that contains JSON.`,
  wholeNumber: (name) => `Send ${name} as a whole number.`,
  choose: (name, choices, more) =>
    choices.length === 0
      ? `Set ${name} to an allowed value.`
      : `Set ${name} to ${choices.length > 1 ? 'one of ' : ''}${choices.join(', ')}${more > 0 ? ` or ${more} more` : ''}.`,
  shape: (name) => `Send ${name} in exactly one of the shapes that the schema allows.`,
  excluded: (name) => `Change ${name}: the schema excludes this value.`,
  length: (name, sign, count, unit) =>
    `Give ${name} ${DEGREES[sign]} ${count} ${count === '1' ? unit.slice(0, -1) : unit}.`,
  bound: (name, sign, limit) => `Set ${name} to ${DEGREES[sign]} ${limit}.`,
  multiple: (name, step) => `Set ${name} to a multiple of ${step}.`,
  pattern: (name, pattern) => `Make ${name} match the pattern \`${pattern}\`.`,
  format: (name, format) => `Write ${name} as a valid ${format}.`,
  unique: (name) => `Leave out the repeated items of ${name}.`,
  contains: (name, sign, count) =>
    `Put ${DEGREES[sign]} ${count} items of the kind that the schema asks for into ${name}.`,
  other: (name, expected) => `Correct ${name}: ${expected} was expected.`,
  tooDeep: (limit) => `Nest the arguments at most ${limit} levels deep.`,
  tooMany: (limit) => `Send at most ${limit} values in one call; split the work over several calls.`,
  uncheckable: (reason) => `The arguments could not be checked: ${reason}`,
  problems: {
    costly: () => 'The arguments could not be checked: the schema of this tool takes too long to apply to them.',
    endless: () => 'The arguments could not be checked: the schema of this tool refers to itself without end.',
    malformed: (keyword) =>
      `The arguments could not be checked: \`${keyword}\` in the schema of this tool is malformed.`,
    reference: (uri) =>
      `The arguments could not be checked: the schema of this tool refers to \`${uri}\`, which is not there.`,
    invalidPattern: (pattern) =>
      `The arguments could not be checked: \`${pattern}\` in the schema of this tool is no regular expression.`,
    unsafePattern: (pattern) =>
      `The arguments could not be checked: matching \`${pattern}\` from the schema of this tool could take for ever. ` +
      'A shorter text may pass; else the pattern has to be written without nested repetition, look-around or back-references.',
  },
  refused: (count) =>
    `The arguments are not valid (${count === 1 ? '1 issue' : `${count} issues`}), so the call was not run.`,
  issue: (number, path, expected, received, message) =>
    `${number}. ${path}: ${difference(expected, received)}. ${message}`,
  more: (count) => `… and ${count} more.`,
  correct: 'Correct the arguments and make the call again.',
};

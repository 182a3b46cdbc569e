import { defineDialect, inElement } from './define-dialect';
import { namedElements } from './grammars/named-elements';

/** Plain XML: one element for the name and one for the arguments. For models that know no call syntax. */
export const xml = defineDialect({
  name: 'xml',
  grammars: [namedElements],
  rules: ['Between <arguments> and </arguments> stands one JSON object.'],
  formatCall: ({ name, arguments: args }) =>
    `<tool_call>\n<name>${name}</name>\n<arguments>${JSON.stringify(args)}</arguments>\n</tool_call>`,
  formatResult: ({ name }, { success, text }) =>
    `<tool_result name="${name}" success="${success}">\n${inElement(text, 'tool_result')}\n</tool_result>`,
});

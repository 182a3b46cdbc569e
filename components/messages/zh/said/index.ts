import { lookUpIn } from '../../look-up';
import { COMMENTS } from './comments';
import { FAILURES } from './failures';
import { LABELS } from './labels';
import { LINT } from './lint';
import { PERMISSIONS } from './permissions';
import { PROBLEMS } from './problems';
import { TITLES } from './titles';
import { TOOLS } from './tools';
import { WORKSHOP } from './workshop';
import { ZOD } from './zod';

/** Translates English texts of parts that do not know the page into Chinese. Each Zod issue is on a line of its own. */
const text = (english: string): string =>
  lookUp(english).replace(/^✖ (.*)$|→ at (?=\S+$)/gm, (_, issue?: string) =>
    issue === undefined ? '→ 位于 ' : `✖ ${lookUp(issue)}`,
  );

const lookUp = lookUpIn([...LINT, ...PERMISSIONS, ...PROBLEMS, ...WORKSHOP, ...ZOD]);

/** Translates the comments in code, which have a line each; the code itself stays. */
const code = (source: string): string =>
  source.replace(
    /^(\s*(?:\/\/|\/\*\*) )(.+?)( \*\/)?$/gm,
    (_, mark: string, comment: string, end = '') => `${mark}${lookUpComment(comment)}${end}`,
  );

const lookUpComment = lookUpIn(COMMENTS);

/** What is said in English, in Chinese: texts, titles and failures of calls, code with comments, what a tool does by its name, the words of its metadata. */
export const SAID = {
  text,
  title: lookUpIn(TITLES),
  failure: lookUpIn(FAILURES),
  code,
  tool: lookUpIn(TOOLS),
  label: lookUpIn(LABELS),
};

import { lookUpIn } from '../../look-up';
import { COMMENTS } from './comments';
import { FAILURES } from './failures';
import { LABELS } from './labels';
import { LACKS } from './lacks';
import { LINT } from './lint';
import { NOTES } from './notes';
import { PERMISSIONS } from './permissions';
import { PROBLEMS } from './problems';
import { TITLES } from './titles';
import { told } from './told';
import { TOOLS } from './tools';
import { WORKSHOP } from './workshop';
import { ZOD } from './zod';

/** Translates English texts of parts that do not know the page into Chinese. Each Zod issue is on a line of its own. */
const text = (english: string): string =>
  lookUp(english)
    .replace(/(?<=没有的能力：)[^。]+/, (lacks) => lacks.split(', ').map(lack).join('、'))
    .replace(/^✖ (.*)$|→ at (?=\S+$)/gm, (_, issue?: string) =>
      issue === undefined ? '→ 位于 ' : `✖ ${lookUp(issue)}`,
    );

const lookUp = lookUpIn([...LINT, ...PERMISSIONS, ...PROBLEMS, ...WORKSHOP, ...ZOD]);

/** Translates a note: as a whole, else what it joins, each on its own. What a person or a run wrote in it stays. */
function note(english: string): string {
  const whole = lookUpNote(english);
  if (whole !== english) return whole;
  const [, first = '', mark = '', rest = ''] = /^(.+?)([:;]) ([^]+)$/.exec(english) ?? [];
  if (rest === '') return english;
  const said = [lookUpNote(first), note(rest)];
  if (said.join() === [first, rest].join()) return english;
  return said.join(mark === ':' ? '：' : '；');
}

const lack = lookUpIn(LACKS);

const lookUpNote = lookUpIn([...NOTES, ...PERMISSIONS]);

/** Translates the comments in code, which have a line each; the code itself stays. */
const code = (source: string): string =>
  source.replace(
    /^(\s*(?:\/\/|\/\*\*) )(.+?)( \*\/)?$/gm,
    (_, mark: string, comment: string, end = '') => `${mark}${lookUpComment(comment)}${end}`,
  );

const lookUpComment = lookUpIn(COMMENTS);

/** What is said in English, in Chinese: texts, titles, failures and notes of calls, code with comments, what a tool does by its name, the words of its metadata, what a preset lacks, what is added to a message. */
export const SAID = {
  text,
  title: lookUpIn(TITLES),
  note,
  told,
  failure: lookUpIn(FAILURES),
  code,
  tool: lookUpIn(TOOLS),
  label: lookUpIn(LABELS),
  lack,
};

import { lookUpIn } from '../../look-up';
import { LINT } from './lint';
import { PERMISSIONS } from './permissions';
import { PROBLEMS } from './problems';
import { TITLES } from './titles';
import { WORKSHOP } from './workshop';
import { ZOD } from './zod';

/** Translates English texts of parts that do not know the page into Chinese. Each Zod issue is on a line of its own. */
export const inChinese = (text: string): string =>
  lookUp(text).replace(/^✖ (.*)$|→ at (?=\S+$)/gm, (_, issue?: string) =>
    issue === undefined ? '→ 位于 ' : `✖ ${lookUp(issue)}`,
  );

const lookUp = lookUpIn([...LINT, ...PERMISSIONS, ...PROBLEMS, ...WORKSHOP, ...ZOD]);

/** Translates the titles of calls. */
export const titleInChinese = lookUpIn(TITLES);

import { lookUpIn } from '../../look-up';
import { LINT } from './lint';
import { PERMISSIONS } from './permissions';
import { TITLES } from './titles';
import { WORKSHOP } from './workshop';
import { ZOD } from './zod';

/** What parts that know no page say to people in English, in Chinese. An issue of Zod stands in a line of its own. */
export const inChinese = (text: string): string =>
  lookUp(text).replace(/^✖ (.*)$|→ at (?=\S+$)/gm, (_, issue?: string) =>
    issue === undefined ? '→ 位于 ' : `✖ ${lookUp(issue)}`,
  );

const lookUp = lookUpIn([...LINT, ...PERMISSIONS, ...WORKSHOP, ...ZOD]);

/** What a call is called. */
export const titleInChinese = lookUpIn(TITLES);

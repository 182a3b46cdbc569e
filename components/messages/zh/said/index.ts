import { lookUpIn } from '../../look-up';
import { LINT } from './lint';
import { PERMISSIONS } from './permissions';
import { WORKSHOP } from './workshop';

/** What parts that know no page say to people in English, in Chinese. */
export const inChinese = lookUpIn([...LINT, ...PERMISSIONS, ...WORKSHOP]);

import { ELSEWHERE } from './elsewhere';
import { FILES_AND_SHELL } from './files-and-shell';
import { PEOPLE_AND_STORES } from './people-and-stores';
import type { Outcome } from './row';

/** Every way that each tool can end, as far as a run can reach it. */
export const OUTCOMES: readonly Outcome[] = [...FILES_AND_SHELL, ...PEOPLE_AND_STORES, ...ELSEWHERE];

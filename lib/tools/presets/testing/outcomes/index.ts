import { ELSEWHERE } from './elsewhere';
import { FILES_AND_SHELL } from './files-and-shell';
import { PEOPLE_AND_STORES } from './people-and-stores';
import type { Outcome } from './row';

/** Every outcome of every tool that a run can reach. */
export const OUTCOMES: readonly Outcome[] = [...FILES_AND_SHELL, ...PEOPLE_AND_STORES, ...ELSEWHERE];

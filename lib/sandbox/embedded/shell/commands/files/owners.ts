import type { CommandContext } from '../context';

const isNumber = (name: string): boolean => /^\+?\d{1,10}$/.test(name) && Number(name) < 2 ** 32 - 1;

/** Whether a user or group exists; any number is accepted. */
export const knowsOwner = ({ env }: CommandContext, name: string): boolean =>
  name === '' || isNumber(name) || ['root', 'user', env.USER ?? 'user'].includes(name);

/** Whether a user or group, if one is named, is the one that all files here belong to. */
export const ownsFiles = ({ env }: CommandContext, name: string): boolean =>
  name === '' || name === (env.USER ?? 'user') || (isNumber(name) && Number(name) === 1000);

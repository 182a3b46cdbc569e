import type { CommandContext } from '../context';

/** Whether a user or group exists; any number is accepted. */
export const knowsOwner = ({ env }: CommandContext, name: string): boolean =>
  name === '' || /^\d+$/.test(name) || ['root', 'user', env.USER ?? 'user'].includes(name);

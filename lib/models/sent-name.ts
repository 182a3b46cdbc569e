/** A tool's name in the form that providers accept. A model may have called an invalid name; its call is still sent back. */
export const sentName = (name: string): string =>
  /^[\w-]{1,64}$/.test(name) ? name : name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';

/** A tool's name as providers take it. A model may have called what no tool can be called; its call is told all the same. */
export const sentName = (name: string): string =>
  /^[\w-]{1,64}$/.test(name) ? name : name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed';

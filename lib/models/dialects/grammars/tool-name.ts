/** Most characters of a tool's name. */
export const MOST_NAME = 128;

const NAME = /^\w[\w.:/-]*$/;

export const isToolName = (text: string): boolean => text.length <= MOST_NAME && NAME.test(text);

/** Characters of a page's text that are handed on, of its title, and of a line of its console. */
export const MAX_TEXT = 50_000;
export const MAX_TITLE = 300;
export const MAX_LINE = 1_000;
export const MAX_LINES = 100;
/** Characters of base64 of a picture. */
export const MAX_PICTURE = 8_000_000;

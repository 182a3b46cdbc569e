/** The function that replaces `import()` in a page's scripts, as only the calling script's own URL resolves a specifier. */
export const IMPORT_NAME = '__toolyardImport';

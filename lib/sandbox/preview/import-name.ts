/** The function by which scripts of a page import: by whose address a name is meant is known only where it stands. */
export const IMPORT_NAME = '__toolyardImport';

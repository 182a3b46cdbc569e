/** Characters of a page's text that are handed on, of its title, and of a line of its console. */
export const MAX_TEXT = 50_000;
export const MAX_TITLE = 300;
export const MAX_LINE = 1_000;
export const MAX_LINES = 100;
/** Characters of base64 of a picture. */
export const MAX_PICTURE = 8_000_000;
/** Bytes of one part of a page, and of all the parts its document brings in. */
export const MAX_PART = 2_000_000;
export const MAX_PARTS = 10_000_000;
/** Characters of an address. */
export const MAX_URL = 4_000;
/** Bytes of what a page sends, in a form or a request. */
export const MAX_SENT = 2_000_000;
/** Requests of a page that may wait for an answer at a time. */
export const MAX_REQUESTS = 32;
/** Characters of all keys and values of a page's `localStorage`, and of its `sessionStorage`, as browsers have it. */
export const MAX_STORED = 5_000_000;
/** Databases of a site in IndexedDB, and about how many bytes they may take together. */
export const MAX_DATABASES = 50;
export const MAX_DATABASES_BYTES = 50_000_000;
/** Characters of a cookie, and cookies of a site. */
export const MAX_COOKIE = 4_096;
export const MAX_COOKIES = 180;
/** Sites whose data is kept; the one that was not seen for longest leaves. */
export const MAX_SITES = 20;

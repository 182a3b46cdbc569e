/** Maximum characters of a page's text that is passed on, of its title, and of a console line. */
export const MAX_TEXT = 50_000;
export const MAX_TITLE = 300;
export const MAX_LINE = 1_000;
export const MAX_LINES = 100;
/** Maximum base64 characters of a picture. */
export const MAX_PICTURE = 8_000_000;
/** Maximum bytes of one resource of a page, and of all the resources in its document. */
export const MAX_PART = 2_000_000;
export const MAX_PARTS = 10_000_000;
/** Maximum characters of a URL. */
export const MAX_URL = 4_000;
/** Maximum bytes that a page sends in a form or a request. */
export const MAX_SENT = 2_000_000;
/** Maximum pending requests of a page. */
export const MAX_REQUESTS = 32;
/** Maximum characters of all keys and values of a page's `localStorage`, and of its `sessionStorage`, as in browsers. */
export const MAX_STORED = 5_000_000;
/** Maximum databases of a site in IndexedDB, and their approximate total bytes. */
export const MAX_DATABASES = 50;
export const MAX_DATABASES_BYTES = 50_000_000;
/** Maximum characters of a cookie, and cookies of a site. */
export const MAX_COOKIE = 4_096;
export const MAX_COOKIES = 180;
/** Maximum sites whose data is kept; the least recently used one is dropped. */
export const MAX_SITES = 20;

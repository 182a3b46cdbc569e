/** The function that finds where a page's scripts read and set `location`, as the frame itself must not navigate. */
export const HOLDER_NAME = '__toolyardHolder';

/** Loads the page again: what a person typed and what agents did is kept. */
export const reloadPage = (): void => location.reload();

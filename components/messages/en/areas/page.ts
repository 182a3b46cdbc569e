/** The page as a whole, and error pages. */
export default {
  description: 'A browser playground for agent tools: watch every call, every validation issue and every diff.',
  incomplete: 'A part of the page did not load: {message}',
  failed: 'The page failed.',
  loadAgain: 'Load it again',
  kept: 'Your thread and your files are kept.',
  nothingHere: 'There is nothing at this address.',
  toPlayground: 'Go to the playground',
} as const;

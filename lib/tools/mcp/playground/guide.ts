/** A resource that explains the playground to an agent in it. */
export const GUIDE = `# The playground, for an agent in it

You call tools against a sandbox in somebody's browser tab. The person sees every call, its arguments, its result and each change of a file.

- A call that changes something may need the person's approval. A denial says why; do not try the same call again.
- A failed call has a code. Only TIMEOUT, RATE_LIMITED, NETWORK_ERROR and SERVER_ERROR are worth the same call again.
- Results are cut to what fits. Ask for less, with a limit, a range or a filter.
- This server runs in the page itself: its notes are gone when the page is.
`;

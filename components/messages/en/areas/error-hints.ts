/** What a person can do about an error. */
export default {
  notFound:
    'A thread opens only in the browser it began in. This one may belong to another browser, or its server may have lost its data. Ask for the run as a file and open that, or begin a new thread.',
  serverOffline: 'The server could not reach the provider; check its network. The scripted model needs none.',
  goesOn: 'The thread goes on by itself as soon as the server answers again.',
  stopsThen: 'The thread stops as soon as the server answers again.',
  partNotLoaded: 'A part of the page did not load. The page loads again when it can, and the thread goes on.',
  offline: 'This computer is offline. The scripted model needs no network.',
  badAnswer: 'Check the address in Settings: it ends with the version of the API, such as /v1.',
  context: 'Begin a new thread, or choose a model with a larger context window.',
  quota: 'The account behind the key has nothing left to spend. The scripted model costs nothing.',
  unsent: 'Your message was not sent. Change it, or send it again as it is.',
} as const;

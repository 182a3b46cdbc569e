// oxlint-disable toolyard/layers -- only types are taken from Node's modules
/** Browser builds of Node's own modules that come without types. */
declare module 'readable-stream' {
  export {
    Duplex,
    PassThrough,
    Readable,
    Stream,
    Transform,
    Writable,
    finished,
    pipeline,
    promises,
  } from 'node:stream';
}
declare module 'path-browserify' {
  export { default } from 'node:path';
}

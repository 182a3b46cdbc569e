import { deflate, gzip, inflate, ungzip } from 'pako';

/** The part of `node:zlib` that just-bash's gzip and tar use. */
export const gunzipSync = (data: Uint8Array): Uint8Array => ungzip(data);
export const gzipSync = (data: Uint8Array): Uint8Array => gzip(data);
export const deflateSync = (data: Uint8Array): Uint8Array => deflate(data);
export const inflateSync = (data: Uint8Array): Uint8Array => inflate(data);
export const constants = {};
export default { gunzipSync, gzipSync, deflateSync, inflateSync, constants };

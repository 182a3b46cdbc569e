/** The versions that `process.versions` and `npm version` tell. */
export const VERSIONS = {
  node: '20.20.2',
  acorn: '8.16.0',
  ada: '2.9.2',
  ares: '1.34.6',
  brotli: '1.1.0',
  cldr: '47.0',
  icu: '77.1',
  llhttp: '8.1.2',
  modules: '115',
  napi: '9',
  openssl: '3.0.19',
  unicode: '16.0',
  uv: '1.46.0',
  v8: '11.3.244.8-node.38',
  zlib: '1.3.1',
} as const;

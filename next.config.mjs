/** Headers on every answer. Cross-origin isolation is what gives the sandbox SharedArrayBuffer. */
const headers = [
  { key: 'Cross-Origin-Opener-Policy', value: 'same-origin' },
  { key: 'Cross-Origin-Embedder-Policy', value: 'require-corp' },
  { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
  { key: 'X-Content-Type-Options', value: 'nosniff' },
  { key: 'Referrer-Policy', value: 'same-origin' },
];

/** @type {import('next').NextConfig} */
const config = {
  distDir: process.env.TOOLYARD_DIST ?? '.next',
  // Routes that only the benchmark compares with.
  pageExtensions: process.env.TOOLYARD_BENCH ? ['tsx', 'ts', 'bench.ts'] : ['tsx', 'ts'],
  poweredByHeader: false,
  reactStrictMode: true,
  devIndicators: false,
  // TypeScript 7 has no compiler API for Next to call: the type check is a step of its own.
  typescript: { ignoreBuildErrors: true },
  turbopack: {
    root: import.meta.dirname,
    // Messages are compiled in the build, so that no browser loads a parser of messages.
    resolveAlias: { 'use-intl/format-message': 'use-intl/format-message/format-only' },
    rules: {
      '*.ts': {
        condition: { path: /components\/messages\/(en|zh)\/areas\// },
        loaders: ['./lib/launch/messages/compile-catalogue.mjs'],
        as: '*.js',
      },
    },
  },
  images: { unoptimized: true },
  serverExternalPackages: ['libsql', 'undici'],
  allowedDevOrigins: ['127.0.0.1'],
  // Browsers ask for it beside every document without an icon of its own, such as a JSON answer.
  rewrites: async () => [{ source: '/favicon.ico', destination: '/icon.svg' }],
  headers: async () => [{ source: '/((?!sandbox-frame|webcontainer/).*)', headers }],
};

export default config;

export { createEmbeddedSandbox } from './embedded/page/embedded-sandbox';

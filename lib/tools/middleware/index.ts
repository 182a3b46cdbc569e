export type { Middleware, PreOutcome } from './middleware';
export { middlewareStep } from './middleware-step';
export { writtenMiddleware } from './middleware-step';

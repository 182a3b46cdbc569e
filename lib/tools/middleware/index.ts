export { type Middleware, type PreOutcome, middlewareStep } from './middleware';

import { loadTokenCounter } from '@/lib/discovery';
import { createRoutes } from './routes';
import { server } from './server';

/** The API routes of this process. */
export const routes = createRoutes(server);

/**
 * Loads the tokenizer's table before a run needs it, since that would block a run for too long. Errors are ignored here: the
 * run that needs it reports them.
 */
export const warmUp = (): void => void loadTokenCounter().catch(() => undefined);

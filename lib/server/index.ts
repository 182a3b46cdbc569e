import { loadTokenCounter } from '@/lib/discovery';
import { createRoutes } from './routes';
import { server } from './server';

/** The API of this process. */
export const routes = createRoutes(server);

/** Reads the tokenizer's table before a run needs it: that takes longer than a run may hold others up. A run says what is wrong with it. */
export const warmUp = (): void => void loadTokenCounter().catch(() => undefined);

import { createRoutes } from './routes';
import { server } from './server';

/** The API of this process. */
export const routes = createRoutes(server);

import { WebSearchRequestSchema } from '@/lib/protocol';
import { service } from '../service';
import { searchBundled } from './local-index';
import { searchEngine } from './search-engine';

/** `POST /api/services/web-search`: searches with the operator's search engine or, if none is set, the bundled documents. */
export const webSearchService = service(WebSearchRequestSchema, (body, { server, request }) => {
  const { TOOLYARD_SEARCH_URL: engine } = server.environment;
  return engine === undefined
    ? searchBundled(body)
    : searchEngine(engine, body, server.outbound.configured, request.signal);
});

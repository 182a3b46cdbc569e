import { WebSearchRequestSchema } from '@/lib/protocol';
import { service } from '../service';
import { searchBundled } from './local-index';
import { searchEngine } from './search-engine';

/** `POST /api/services/web-search`: the operator's search engine, or the documents that come with the program. */
export const webSearchService = service(WebSearchRequestSchema, (body, { server, request }) => {
  const { TOOLYARD_SEARCH_URL: engine } = server.environment;
  return engine === undefined
    ? searchBundled(body)
    : searchEngine(engine, body, server.outbound.configured, request.signal);
});

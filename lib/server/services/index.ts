import type { ToolyardServer } from '../server';
import { countTokensService } from './count-tokens';
import { mcpChannel, mcpRelayService } from './mcp-relay';
import { modelsService } from './models';
import { remoteTriggerService } from './remote-trigger';
import { webFetchService } from './web-fetch';
import { webSearchService } from './web-search';

/** The services that client-side tools use: one function per route, one file per service. */
export const createServerServices = (open: () => ToolyardServer) => ({
  countTokens: countTokensService(open),
  mcpChannel: mcpChannel(open),
  mcpRelay: mcpRelayService(open),
  models: modelsService(open),
  remoteTrigger: remoteTriggerService(open),
  webFetch: webFetchService(open),
  webSearch: webSearchService(open),
});

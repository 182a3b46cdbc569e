import { PROVIDER_HOSTS } from '@/lib/models';
import type { Environment } from './environment';
import { createGuardedFetch } from './guarded-fetch';

/** How the server fetches, by who chose the URL. */
export interface Outbound {
  /** For URLs of a model or a page: public addresses only. */
  readonly untrusted: typeof fetch;
  /** For URLs that a person or the operator configured: what the operator listed besides. */
  readonly configured: typeof fetch;
  /** For exactly the addresses that the operator listed to be triggered, wherever they are. */
  readonly triggers: typeof fetch;
}

type Lists = Pick<Environment, 'TOOLYARD_ALLOW_HOSTS' | 'TOOLYARD_TRIGGER_URLS'>;

export const createOutbound = ({ TOOLYARD_ALLOW_HOSTS, TOOLYARD_TRIGGER_URLS }: Lists): Outbound => ({
  untrusted: createGuardedFetch(),
  configured: createGuardedFetch({ allowHosts: TOOLYARD_ALLOW_HOSTS, wellKnown: PROVIDER_HOSTS }),
  triggers: createGuardedFetch({ allowHosts: TOOLYARD_TRIGGER_URLS.map((url) => new URL(url).host) }),
});

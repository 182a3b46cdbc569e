import { loadTokenCounter } from '@/lib/discovery';
import { routes } from '@/lib/server';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

// Its table is read while the server starts, for longer than any run may hold others up. A run that needs it says what is wrong with it.
loadTokenCounter().catch(() => undefined);

export const POST = routes.agent;
export const OPTIONS = routes.options;

import { routes, warmUp } from '@/lib/server';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

warmUp();

export const POST = routes.agent;
export const OPTIONS = routes.options;

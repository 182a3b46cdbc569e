import { routes } from '@/lib/server';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

interface Params {
  params: Promise<{ id: string }>;
}

export const GET = async (request: Request, { params }: Params): Promise<Response> =>
  routes.thread(request, (await params).id);

export const DELETE = async (request: Request, { params }: Params): Promise<Response> =>
  routes.deleteThread(request, (await params).id);

export const OPTIONS = routes.options;

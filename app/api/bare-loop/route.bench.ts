import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { createModel } from '@/lib/models';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/**
 * The baseline of the benchmark: the same model in the same server, without log, lease or session. It exists only in builds
 * with TOOLYARD_BENCH=1.
 */
export async function POST(request: Request): Promise<Response> {
  const { messages, tools } = RunAgentInputSchema.parse(await request.json());
  const model = createModel({ scenario: 'fix-the-test', speed: 'instant' }, {});
  const encoder = new TextEncoder();
  const turn = model.turn({ system: '', messages, tools, maxTokens: 4096, signal: new AbortController().signal });
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      for await (const events of turn) {
        for (const event of events) controller.enqueue(encoder.encode(`data: ${JSON.stringify(event)}\n\n`));
      }
      controller.close();
    },
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' },
  });
}

import type { Ask, RuntimeReply, RuntimeRequest } from './messages';
import { portErrorOf, portsOver } from './ports';
import { categoriesIn, exportsOf, hooksIn, load, thrownMessage, toolsIn, type Module } from './modules';

/**
 * Runs in the sandboxed worker, around the code of a pack: describes the pack, calls one of its tools, or asks one of its hooks.
 */
async function run(modules: Readonly<Record<string, Module>>, request: RuntimeRequest): Promise<RuntimeReply> {
  if (request.do === 'call') standStill(request);
  try {
    const loaded = load(modules);
    if (request.do === 'hook') {
      const hook = hooksIn(loaded).find(({ name }) => name === request.hook);
      if (!hook) return { is: 'threw', message: `The pack has no hook ${request.hook} any more.` };
      return { is: 'result', value: await hook.run({ ...request.event }) };
    }
    const tools = toolsIn(loaded);
    if (request.do === 'call') {
      const tool = tools.find(({ name }) => name === request.tool);
      if (!tool) return { is: 'threw', message: `The pack has no tool ${request.tool} any more.` };
      const input = await tool.parse(request.input);
      if (!input.ok) return { is: 'refused', issues: input.issues };
      return await call((context) => tool.execute(input.value, context), request);
    }
    return {
      is: 'description',
      tools: tools.map((tool) => ({ ...tool, parse: undefined, execute: undefined })),
      hooks: hooksIn(loaded).map((hook) => ({ ...hook, run: undefined })),
      categories: categoriesIn(loaded),
      cases: exportsOf(loaded, 'cases').flatMap((cases) => (Array.isArray(cases) ? cases : [])),
    };
  } catch (error) {
    return { is: 'threw', message: thrownMessage(error) };
  }
}

type Call = Extract<RuntimeRequest, { do: 'call' }>;

/**
 * Runs a tool. Only JSON leaves this worker, and only at its end: a call of another tool whose answer is not yet known ends the
 * run, and the tool is run again with that answer.
 */
async function call(execute: (context: object) => unknown, { answers }: Call): Promise<RuntimeReply> {
  const asks: Ask[] = [];
  let made = 0;
  return new Promise((resolve) => {
    const ask = (name: string, input: unknown, port: boolean): Promise<unknown> => {
      const known = answers[made++];
      const asked: Ask = { name, port, input: JSON.stringify(input) ?? 'null' };
      if (!known) {
        // Everything that is asked for at this moment goes together.
        if (asks.length === 0) setTimeout(() => resolve({ is: 'asks', asks }), 0);
        asks.push(asked);
        return new Promise(() => undefined);
      }
      if (known.name === name && known.port === port && known.input === asked.input)
        return Promise.resolve(known.result);
      return Promise.reject(
        new Error(
          `The tool called ${name} where it called ${known.name} a moment ago. It has to go the same way each time.`,
        ),
      );
    };
    const context = {
      call: (name: unknown, input: unknown = {}) => ask(String(name), input, false),
      ...portsOver((port, input) => ask(port, input, true)),
    };
    const end = (reply: RuntimeReply): void => {
      // Calls that it did not wait for are still made; then it is run again.
      if (asks.length === 0) resolve(reply);
    };
    Promise.resolve()
      .then(() => execute(context))
      .then(
        (value) => end(isJson(value) ? { is: 'result', value } : { is: 'threw', message: noResult(value) }),
        (error: unknown) => end({ is: 'threw', message: thrownMessage(error), ...portErrorOf(error) }),
      );
  });
}

const isJson = (value: unknown): boolean => !['function', 'symbol', 'bigint'].includes(typeof value);

const noResult = (value: unknown): string =>
  `it returned a ${typeof value}, which is no result. Return text, or { text, summary, content, structuredContent, error }.`;

/** Makes clock and random numbers the same in each run of one call. */
function standStill({ now, seed }: Call): void {
  let state = seed;
  Math.random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const Clock = Date;
  globalThis.Date = new Proxy(Clock, {
    construct: (target, args: unknown[]) => Reflect.construct(target, args.length === 0 ? [now] : args),
    apply: () => new Clock(now).toString(),
    get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
  });
}

Object.assign(globalThis, { toolyardRuntime: run });

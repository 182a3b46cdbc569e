import { McpServer, type RegisteredTool } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolResultSchema, type Implementation } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { toToolResult } from './to-tool-result';
import type { Registry } from '../registry';
import { eraseTool, type AnyTool } from '../tool';
import { thrownBy } from '../tool-function';

const Shape = z.record(z.string(), z.instanceof(z.ZodType));

/** An MCP server whose `tool()` adds to our registry, so that all its tools are listed and called in the same way. */
export class OpenMcpServer extends McpServer {
  /** Replaces the SDK's handlers with ours. */
  serveTools: () => void = () => undefined;
  readonly #registry: Registry;
  #initialised = false;

  constructor(info: Implementation, registry: Registry) {
    super(info);
    this.#registry = registry;
  }

  /** `tool(name, description?, shape?, callback)`, as in the SDK. */
  override tool(name: string, ...rest: unknown[]): RegisteredTool {
    const callback = rest.at(-1);
    if (typeof callback !== 'function') throw new TypeError(`${name}: the last argument has to be its callback.`);
    const [first] = rest;
    const shape = rest.map((one) => Shape.safeParse(one)).find(({ success }) => success)?.data;
    const form = { name, description: typeof first === 'string' ? first : name, shape, callback };
    this.#registry.add(toolOf(form));
    return this.#registered(form, rest);
  }

  /** The SDK's record of the tool, whose methods act on our registry. */
  #registered(form: Form, rest: readonly unknown[]): RegisteredTool {
    let now = form;
    const { name } = form;
    if (!this.#initialised) this.server.removeRequestHandler('tools/list');
    if (!this.#initialised) this.server.removeRequestHandler('tools/call');
    const registered: RegisteredTool = Reflect.apply(super.tool, this, [name, ...rest]);
    this.#initialised = true;
    this.serveTools();
    const { enable, disable, remove, update } = registered;
    return Object.assign(registered, {
      enable: () => {
        enable();
        this.#registry.enable(now.name);
      },
      disable: () => {
        disable();
        this.#registry.disable(now.name);
      },
      remove: () => {
        remove();
        this.#registry.remove(now.name);
      },
      update: (changes: Parameters<typeof update>[0]) => {
        update(changes);
        const before = now;
        now = changed(now, changes);
        if (now.name === before.name) this.#registry.update(toolOf(now));
        else if (this.#registry.remove(before.name)) this.#registry.add(toolOf(now));
        if (changes.enabled !== undefined) this.#registry[changes.enabled ? 'enable' : 'disable'](now.name);
      },
    });
  }
}

/** The arguments a tool was registered with. */
interface Form {
  readonly name: string;
  readonly description: string;
  readonly shape: z.infer<typeof Shape> | undefined;
  readonly callback: Function;
}

/** What can be updated in a registered tool; a name of null removes it. */
interface Changes {
  readonly name?: string | null;
  readonly description?: string;
  readonly paramsSchema?: unknown;
  readonly callback?: Function;
  readonly enabled?: boolean;
}

const changed = (form: Form, { name, description, paramsSchema, callback }: Changes): Form => ({
  name: name ?? form.name,
  description: description ?? form.description,
  shape: paramsSchema === undefined ? form.shape : Shape.parse(paramsSchema),
  callback: callback ?? form.callback,
});

const toolOf = ({ name, description, shape, callback }: Form): AnyTool =>
  eraseTool(
    defineTool({
      name,
      description,
      input: z.object(shape ?? {}),
      async execute(args, context) {
        try {
          const returned: unknown = await Reflect.apply(callback, undefined, shape ? [args, context] : [context]);
          return toToolResult(CallToolResultSchema.parse(returned));
        } catch (error) {
          return thrownBy(error, context);
        }
      },
    }),
  );

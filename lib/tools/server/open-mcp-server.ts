import { McpServer, type RegisteredTool } from '@modelcontextprotocol/sdk/server/mcp.js';
import { CallToolResultSchema, type Implementation } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { defineTool } from '../define-tool';
import { eraseTool } from '../erase-tool';
import { toToolResult } from '../mcp/to-tool-result';
import type { Registry } from '../registry';

const Shape = z.record(z.string(), z.instanceof(z.ZodType));

/** An MCP server whose own `tool()` adds to a registry of ours, so that all its tools are listed and called in one way. */
export class OpenMcpServer extends McpServer {
  /** Puts our handlers in the place of the SDK's. */
  serveTools: () => void = () => undefined;
  readonly #registry: Registry;
  #initialised = false;

  constructor(info: Implementation, registry: Registry) {
    super(info);
    this.#registry = registry;
  }

  /** `tool(name, description?, shape?, callback)`, as the SDK has it. */
  override tool(name: string, ...rest: unknown[]): RegisteredTool {
    const callback = rest.at(-1);
    if (typeof callback !== 'function') throw new TypeError(`${name}: the last argument has to be its callback.`);
    const [first] = rest;
    const shape = rest.map((one) => Shape.safeParse(one)).find(({ success }) => success)?.data;
    this.#registry.add(
      eraseTool(
        defineTool({
          name,
          description: typeof first === 'string' ? first : name,
          input: z.object(shape ?? {}),
          async execute(args, context) {
            const returned: unknown = await Reflect.apply(callback, undefined, shape ? [args, context] : [context]);
            return toToolResult(CallToolResultSchema.parse(returned));
          },
        }),
      ),
    );
    return this.#registered(name, rest);
  }

  /** The SDK's own record of the tool, whose switches work on our registry. */
  #registered(name: string, rest: readonly unknown[]): RegisteredTool {
    if (!this.#initialised) this.server.removeRequestHandler('tools/list');
    if (!this.#initialised) this.server.removeRequestHandler('tools/call');
    const registered: RegisteredTool = Reflect.apply(super.tool, this, [name, ...rest]);
    this.#initialised = true;
    this.serveTools();
    const { enable, disable, remove } = registered;
    return Object.assign(registered, {
      enable: () => {
        enable();
        this.#registry.enable(name);
      },
      disable: () => {
        disable();
        this.#registry.disable(name);
      },
      remove: () => {
        remove();
        this.#registry.remove(name);
      },
    });
  }
}

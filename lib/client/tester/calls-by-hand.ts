import type { BlobStore, DynamicTool, DynamicToolStore } from '@/lib/ports';
import type { PageFiles } from '../page-files';
import type { PageTools } from '../page-tools';
import type { MorePorts, PageDependencies } from '../ports/dependencies';
import type { RecentCalls } from '../recent-calls';
import type { RunClient } from '../run-client';
import { createTesterContext } from './tester-context';
import type { CommandRunner, ToolTester } from '../tool-state';
import { createToolTester } from './tool-tester';
import { createTriedChanges } from './tried-changes';

interface CallsByHandOptions {
  tools: PageTools;
  files: PageFiles;
  blobs: BlobStore;
  dependencies: PageDependencies;
  page: Promise<MorePorts>;
  recentCalls: RecentCalls;
  client: RunClient;
  /** Where the dynamic tools of the open thread are kept; undefined without one. */
  toolsOfThread: () => DynamicToolStore | undefined;
  onChange: () => void;
}

interface CallsByHand extends Omit<ToolTester, 'setToolSettings' | 'countTokens'>, CommandRunner {
  /** Dynamic tools that such calls have made, used while no thread is open. */
  triedTools(): readonly DynamicTool[];
}

/** Calls that a person makes, outside any thread; their changes count as the person's own. */
export function createCallsByHand(options: CallsByHandOptions): CallsByHand {
  const { tools, files, blobs, dependencies, page, recentCalls, client, toolsOfThread, onChange } = options;
  const { toolset, codeRunner, dispatching } = tools;
  const { project, mounted } = files;
  let tried: readonly DynamicTool[] = [];
  let store: DynamicToolStore | undefined;
  const tester = createToolTester({
    codeRunner,
    loadToolset: toolset.load,
    dispatching,
    context: createTesterContext({
      booted: mounted,
      blobs,
      dependencies,
      page,
      writeRoots: () => dependencies.settings.tools().writeRoots,
      tools: tools.context,
      world: { client, loadToolset: toolset.narrowed, dispatching },
      dynamicTools(table, id) {
        const opened = toolsOfThread();
        if (opened) return opened;
        return (store ??= tools.openDynamicTools(table, id, (made) => {
          tried = made;
          onChange();
        }));
      },
    }),
  });
  return {
    ...tester,
    triedTools: () => tried,
    async runCommand(input, until) {
      const resolved = await tester.runCommand(input, until);
      await project.noteCommand();
      return resolved;
    },
    async tryCall(call, until, onOutput) {
      const resolved = await tester.tryCall(call, until, onOutput);
      const tool = toolset.current?.find(call.name);
      if (!tool?.onlyReads) await project.noteCall(resolved.result.diff ? [resolved.result.diff] : []);
      const { callId, phase, result, timings } = resolved;
      const { error } = result;
      const { endedAt } = timings;
      if (tool) {
        await recentCalls.note(tool.name, [{ callId, args: call.args, phase, error, endedAt, savedAt: tool.savedAt }]);
      }
      return resolved;
    },
    ...createTriedChanges({ sandbox: async () => (await mounted())?.sandbox, blobs, note: project.noteCall }),
  };
}

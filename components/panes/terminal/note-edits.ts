import type { Sandbox } from '@/lib/ports';
import { shortPath } from '../../elements/format';
import type { Page } from '../../state/page-context';

/** What is below a repository's own folder counts as one: a person who commits has made one change to it. */
const REPOSITORY = /(^|\/)\.git\/.*/;

/** Milliseconds that the files must be quiet before they are looked at. */
const QUIET_MS = 100;

interface EditingPage extends Pick<Page, 'ui'> {
  client: Pick<Page['client'], 'store' | 'act'>;
}

/**
 * Notes which files change after a person has entered a command, and while no call runs. Returns what is told of typed text,
 * and what ends it.
 */
export function noteEdits(sandbox: Pick<Sandbox, 'fs' | 'workdir'>, { client, ui }: EditingPage) {
  let entered = false;
  let found = new Set<string>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  // Changes come many at a time.
  const tell = (): void => {
    if (found.size > 0) ui.getState().noteTerminalEdits(found);
    found = new Set();
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      // What a call changes is the call's.
      if (client.store.getState().status !== 'tools') client.act((loaded) => loaded.noteTerminal());
    }, QUIET_MS);
  };
  const endings = [
    sandbox.fs.watch(sandbox.workdir, ({ path }) => {
      if (!entered || client.store.getState().status === 'tools') return;
      if (found.size === 0) queueMicrotask(tell);
      found.add(shortPath(path, sandbox.workdir).replace(REPOSITORY, '$1.git'));
    }),
    // What a call or another project brings is not the person's.
    client.store.subscribe((now, was) => {
      if (now.status === 'tools' && was.status !== 'tools') entered = false;
    }),
    ui.subscribe((now, was) => {
      if (now.left !== was.left) entered = false;
    }),
  ];
  return {
    typed(text: string): void {
      if (/[\r\n]/.test(text)) entered = true;
    },
    end(): void {
      for (const end of endings) end();
    },
  };
}

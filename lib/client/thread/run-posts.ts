import type { Message, ResumeEntry } from '@ag-ui/core';
import { currentRun, type ThreadState, type WrittenTurn } from '@/lib/protocol';
import type { RunRefusal } from './run-client';
import type { Inbox } from './inbox';
import { postRun, type PosterOptions } from './poster';

export interface RunPostsOptions extends PosterOptions {
  /** As far as the log has come. */
  thread: () => ThreadState;
  /** What other agents have to say to this one. */
  inbox: Inbox;
  /** The server has the thread. With a run id: it began that run; without one, another is live. */
  onKnown: (runId?: string) => void;
  onRefused: (refusal: RunRefusal) => void;
}

/** The runs that this tab posts. Each method tells whether the server took it. */
export interface RunPosts {
  /** A run was posted that the log does not show yet. */
  readonly posted: boolean;
  /** The same, or a run is live that the log does not show yet. */
  readonly unseen: boolean;
  post(messages: Message[], resume?: readonly ResumeEntry[]): Promise<boolean>;
  /** With the inbox messages that wait in between. One that was posted in vain waits on, and is posted under the same id again. */
  postWithInbox(before: readonly Message[], after?: readonly Message[]): Promise<boolean>;
  /** A person lets a run go on that a guard ended, or that waits for a turn. */
  resume(interruptId: string, payload?: WrittenTurn): Promise<boolean>;
  /** The log has come further. */
  follow(): void;
  /** The server says that nothing more will come. */
  giveUp(): void;
}

export function createRunPosts({ thread, inbox, onKnown, onRefused, ...poster }: RunPostsOptions): RunPosts {
  /** The run that was posted last, until the log shows it. */
  let expected: string | undefined;
  /** Refused because a run is live that the log does not show yet. */
  let behind = false;
  const shown = (runId: string) => thread().runs.some((run) => run.runId === runId);

  const post: RunPosts['post'] = async (messages, resume = []) => {
    const answer = await postRun(messages, resume, poster);
    if (answer.ok) {
      const { runId } = answer.value;
      if (!shown(runId)) expected = runId;
      onKnown(runId);
    } else if (answer.code === 'RUN_ACTIVE') {
      behind = currentRun(thread())?.status !== 'live';
      onKnown();
    } else if (!poster.signal.aborted) onRefused(answer);
    return answer.ok;
  };

  return {
    get posted() {
      return expected !== undefined;
    },
    get unseen() {
      return behind || expected !== undefined;
    },
    post,
    async postWithInbox(before, after = []) {
      const waiting = inbox.waiting(thread());
      const ok = await post([...before, ...waiting, ...after]);
      if (ok) inbox.delivered(waiting);
      return ok;
    },
    resume: (interruptId, payload) => post([], [{ interruptId, status: 'resolved', ...(payload && { payload }) }]),
    follow() {
      behind = false;
      if (expected !== undefined && shown(expected)) expected = undefined;
    },
    giveUp() {
      behind = false;
      expected = undefined;
    },
  };
}

import type { Message, ResumeEntry } from '@ag-ui/core';
import { currentLeg, type ThreadState, type WrittenTurn } from '@/lib/protocol';
import type { Refusal } from './leg-client';
import type { Letters } from './letters';
import { postLeg, type PosterOptions } from './poster';

export interface LegPostsOptions extends PosterOptions {
  /** As far as the log has come. */
  thread: () => ThreadState;
  /** What other agents have to say to this one. */
  letters: Letters;
  /** The server has the thread. With a run id: it began that leg; without one, another is live. */
  onKnown: (runId?: string) => void;
  onRefused: (refusal: Refusal) => void;
}

/** The legs that this tab posts. Each method tells whether the server took it. */
export interface LegPosts {
  /** A leg was posted that the log does not show yet. */
  readonly posted: boolean;
  /** The same, or a leg is live that the log does not show yet. */
  readonly unseen: boolean;
  post(messages: Message[], resume?: readonly ResumeEntry[]): Promise<boolean>;
  /** With the letters that wait in between. One that was posted in vain waits on, and is posted under the same id again. */
  postWithLetters(before: readonly Message[], after?: readonly Message[]): Promise<boolean>;
  /** A person lets a leg go on that a guard ended, or that waits for a turn. */
  resume(interruptId: string, payload?: WrittenTurn): Promise<boolean>;
  /** The log has come further. */
  follow(): void;
  /** The server says that nothing more will come. */
  giveUp(): void;
}

export function createLegPosts({ thread, letters, onKnown, onRefused, ...poster }: LegPostsOptions): LegPosts {
  /** The run that was posted last, until the log shows it. */
  let expected: string | undefined;
  /** Refused because a leg is live that the log does not show yet. */
  let behind = false;
  const shown = (runId: string) => thread().legs.some((leg) => leg.runId === runId);

  const post: LegPosts['post'] = async (messages, resume = []) => {
    const answer = await postLeg(messages, resume, poster);
    if (answer.ok) {
      const { runId } = answer.value;
      if (!shown(runId)) expected = runId;
      onKnown(runId);
    } else if (answer.code === 'RUN_ACTIVE') {
      behind = currentLeg(thread())?.status !== 'live';
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
    async postWithLetters(before, after = []) {
      const waiting = letters.waiting(thread());
      const ok = await post([...before, ...waiting, ...after]);
      if (ok) letters.delivered(waiting);
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

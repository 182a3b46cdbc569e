import type { LiveCall } from './call-views';
import { createFrameBatch } from '../thread/frame-batch';

export type OnCall = (callId: string, change: (call: LiveCall) => LiveCall) => void;

/** What this tab knows of a thread's calls before the log does. */
export interface LiveCalls {
  /** By call id; a new map whenever a call changes. */
  readonly calls: ReadonlyMap<string, LiveCall>;
  onCall: OnCall;
  cancel(): void;
}

const NOT_RUN: LiveCall = { phase: 'complete', output: '' };

/** Output is told of once a frame; a phase or a result at once. */
export function createLiveCalls(onChange: () => void): LiveCalls {
  let calls: ReadonlyMap<string, LiveCall> = new Map();
  const output = createFrameBatch(onChange);
  return {
    get calls() {
      return calls;
    },
    onCall(callId, change) {
      const before = calls.get(callId) ?? NOT_RUN;
      const after = change(before);
      calls = new Map(calls).set(callId, after);
      if (after.phase === before.phase && after.result === before.result) output.request();
      else onChange();
    },
    cancel: () => output.cancel(),
  };
}

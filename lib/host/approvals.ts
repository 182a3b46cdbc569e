import type { ApprovalDecision, ApprovalRequest, AskPerson } from '@/lib/ports';

export interface Approvals {
  readonly ask: AskPerson;
  /** Answers the call's request. A decision for a call that does not wait changes nothing. */
  decide(callId: string, decision: ApprovalDecision): void;
}

/**
 * Asks the person at the page. An answer belongs to the one request it was given to, with its call id and arguments hash; a
 * reload forgets requests, and the call, dispatched again, asks again. `onChange` gets the requests that wait, oldest first.
 */
export function createApprovals(onChange: (waiting: readonly ApprovalRequest[]) => void): Approvals {
  const waiting = new Map<string, { request: ApprovalRequest; settle: (decision: ApprovalDecision) => void }>();
  const announce = () => onChange([...waiting.values()].map(({ request }) => request));
  return {
    ask: (request, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        const leave = () => {
          signal.removeEventListener('abort', abort);
          if (waiting.get(request.callId)?.request === request) waiting.delete(request.callId);
          announce();
        };
        const abort = () => {
          leave();
          reject(signal.reason);
        };
        const settle = (decision: ApprovalDecision) => {
          leave();
          resolve(decision);
        };
        signal.addEventListener('abort', abort);
        waiting.set(request.callId, { request, settle });
        announce();
      }),
    decide(callId, decision) {
      waiting.get(callId)?.settle(decision);
    },
  };
}

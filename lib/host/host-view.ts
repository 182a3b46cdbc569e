import type { ApprovalDecision, ApprovalRequest, Answers, PlanAnswer, PlanRequest, QuestionRequest } from '@/lib/ports';
import { currentLeg } from '@/lib/protocol';
import type { createCallsOfAll } from './agents/with-agents';
import { createCallViews } from './call-views';
import { createThreadChanges } from './changes';
import { guardStop } from './guard-stop';
import type { HookNotices } from './hook-notices';
import type { Mishaps } from './mishaps';
import type { OwnChanges } from './own-changes';
import type { PresentKit } from './present-kit';
import type { PresentPlace } from './present-place';
import type { PresentSettings } from './present-settings';
import type { PresentThread } from './present-thread';
import type { HostState } from './state';
import { statusOf } from './status';
import type { TypedKeys } from './typed-keys';
import type { Waiting } from './waiting';
import { createWaitingViews } from './waiting-views';
import { askedTurn } from './your-turn';

/** What the page's state is made of; each part keeps its own. */
export interface HostParts {
  settings: PresentSettings;
  keys: TypedKeys;
  kit: PresentKit;
  place: PresentPlace;
  thread: PresentThread;
  approvals: Waiting<ApprovalRequest, ApprovalDecision>;
  questions: Waiting<QuestionRequest, Answers>;
  plans: Waiting<PlanRequest, PlanAnswer>;
  own: OwnChanges;
  notices: HookNotices;
  mishaps: Mishaps;
  callsOfAll: ReturnType<typeof createCallsOfAll>;
}

/** Puts the page's state together. What has not changed is the same object as before. */
export function createHostView(parts: HostParts): () => HostState {
  const { settings, keys, kit, place, thread: present, approvals, questions, plans, own, notices, mishaps } = parts;
  const views = createCallViews();
  const waitingViews = createWaitingViews();
  const changes = createThreadChanges();
  return () => {
    const { thread, live, loading, posting, stopping, hands, connection, known, fault } = present.facts;
    const threadId = (known && present.id) || null;
    const waiting = [...approvals.list, ...questions.list, ...plans.list];
    const calls = waitingViews(views(thread, live, kit.current), waiting);
    const leg = currentLeg(thread);
    const turnAsked = askedTurn(leg);
    const error = fault ?? leg?.error ?? guardStop(leg) ?? mishaps.last;
    return {
      threadId,
      thread,
      calls,
      agents: present.agents,
      approvals: approvals.list,
      questions: questions.list,
      plans: plans.list,
      status: statusOf({
        threadId,
        thread,
        loading,
        posting,
        stopping,
        waiting: waiting.length,
        fault: fault !== undefined,
      }),
      ...(turnAsked && { turnAsked }),
      hands,
      connection,
      sandbox: place.state,
      changes: changes(parts.callsOfAll(calls, present.agents), own.list),
      options: settings.options,
      keys: keys.slots,
      headers: keys.headersOf(settings.options),
      mode: settings.mode,
      startMode: settings.startMode,
      rules: settings.saved,
      workspace: place.workspace,
      pool: kit.current?.pool ?? [],
      toolSettings: settings.own.tools,
      pipeline: kit.current?.steps ?? [],
      setup: settings.setup,
      notices: notices.list,
      ports: present.ports,
      ...(error && { error: { code: error.code, message: error.message } }),
    };
  };
}

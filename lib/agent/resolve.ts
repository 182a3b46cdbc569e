import { EventType, type AGUIEvent } from '@ag-ui/core';
import { unansweredCalls, type Language, type ResultMetadata, type ThreadState } from '@/lib/protocol';

/**
 * Why the agent loop answers a call that the client never will. `unread`: stopped before it ran: in the run that made the call,
 * which the client waits for, or as the client says. `stopped` and `superseded`: the client had the call, and may have been cut
 * off while it ran.
 */
export type AbortCause = 'superseded' | 'stopped' | 'unread' | 'withdrawn' | 'refused' | 'context';

const UNCERTAIN: Readonly<Record<Language, string>> = {
  en: 'It was either not run, or cut off while it ran and may have taken partial effect. Look at the present state before you go on.',
  zh: '它可能没有执行，也可能在执行中被中断，并已产生部分影响。请先查看当前状态，再继续。',
};

const TEXT: Readonly<Record<Language, Readonly<Record<AbortCause, string>>>> = {
  en: {
    superseded: `The call has no result: the person said something new first. ${UNCERTAIN.en}`,
    stopped: `The call has no result: the person stopped the agent. ${UNCERTAIN.en}`,
    unread: 'The call was not run: the person stopped the agent.',
    refused: 'The call was not run: the model declined to go on with the turn that made it.',
    context: 'The call was not run: the conversation no longer fits into the model’s context.',
    withdrawn: 'The call was not run: the reply it was part of broke off.',
  },
  zh: {
    superseded: `此调用没有结果：用户先说了新的内容。${UNCERTAIN.zh}`,
    stopped: `此调用没有结果：用户停止了 Agent。${UNCERTAIN.zh}`,
    unread: '此调用未执行：用户停止了 Agent。',
    refused: '此调用未执行：模型拒绝继续发出它的那一轮。',
    context: '此调用未执行：对话已超出模型的上下文。',
    withdrawn: '此调用未执行：它所在的回复中断了。',
  },
};

/** The result of a call that will not be run. */
export function abortedEvent(toolCallId: string, cause: AbortCause, language: Language = 'en'): AGUIEvent {
  const summary = language === 'zh' ? '已停止' : 'Stopped';
  const toolyard: ResultMetadata = { success: false, error: 'ABORTED', summary, details: { cause } };
  return {
    type: EventType.TOOL_CALL_RESULT,
    messageId: `result:${toolCallId}`,
    toolCallId,
    content: TEXT[language][cause],
    metadata: { toolyard },
  };
}

/** Results for all calls of the thread that have none, in call order. `notRun`: ids of those that certainly did not run. */
export const resolveAll = (
  thread: ThreadState,
  cause: AbortCause,
  language?: Language,
  notRun: readonly string[] = [],
): AGUIEvent[] => {
  const spared = new Set(notRun);
  return unansweredCalls(thread).map(({ id }) => abortedEvent(id, spared.has(id) ? 'unread' : cause, language));
};

import type { Language } from '@/lib/protocol';
import type { Refusal } from '../tool';

/** Irreversible effects, as the end of a sentence that starts with "this command would". */
interface Deeds {
  delete(path: string): string;
  changeRights(path: string): string;
  move(path: string): string;
  overwrite(device: string): string;
  format(): string;
  endProcesses(): string;
  stopMachine(): string;
  startEndlessly(name: string): string;
}

/** All texts for a model about hard-coded refusals, in one language. */
interface RefusalTexts {
  readonly deeds: Deeds;
  command(deed: string): Refusal;
  call(deed: string): Refusal;
  readonly tangled: Refusal;
  unparsable(message: string): Refusal;
}

/** A dangerous effect, which can be described in any language. */
export type DangerousCommand = (deeds: Deeds) => string;

export const REFUSAL_TEXTS: Readonly<Record<Language, RefusalTexts>> = {
  en: {
    deeds: {
      delete: (path) => `delete ${path}`,
      changeRights: (path) => `change the rights or owner of ${path}`,
      move: (path) => `move ${path}`,
      overwrite: (device) => `overwrite the device ${device}`,
      format: () => 'format a disk',
      endProcesses: () => 'end every process',
      stopMachine: () => 'stop the machine',
      startEndlessly: (name) => `start ${name} again and again without end`,
    },
    command: (deed) => ({
      reason: `this command would ${deed}.`,
      hint: 'Name exactly the files you mean, inside the project. A variable that may be empty counts as empty.',
    }),
    call: (deed) => ({
      reason: `this call would ${deed}.`,
      hint: 'Name exactly what you mean, inside the project.',
    }),
    tangled: { reason: 'this command is too tangled to be checked.', hint: 'Split it into simpler commands.' },
    unparsable: (message) => ({
      reason: `this command cannot be parsed, so it cannot be checked (${message}).`,
      hint: 'Mend its quotes and brackets, then make the call again.',
    }),
  },
  zh: {
    deeds: {
      delete: (path) => `删除 ${path}`,
      changeRights: (path) => `更改 ${path} 的权限或所有者`,
      move: (path) => `移走 ${path}`,
      overwrite: (device) => `覆盖设备 ${device}`,
      format: () => '格式化磁盘',
      endProcesses: () => '结束所有进程',
      stopMachine: () => '关停机器',
      startEndlessly: (name) => `无止境地反复启动 ${name}`,
    },
    command: (deed) => ({
      reason: `此命令会${deed}。`,
      hint: '请准确写出项目内要处理的文件。可能为空的变量按空值计算。',
    }),
    call: (deed) => ({ reason: `此调用会${deed}。`, hint: '请准确写出项目内要处理的对象。' }),
    tangled: { reason: '此命令过于复杂，无法检查。', hint: '请拆成更简单的命令。' },
    unparsable: (message) => ({
      reason: `此命令无法解析，因此无法检查（${message}）。`,
      hint: '请修正引号和括号，然后重新调用。',
    }),
  },
};

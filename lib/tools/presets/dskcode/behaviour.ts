import type { StatedBehaviour } from '../preset';

const RESULTS = '§7 Result Protocol: error scenarios';
const WHOLE = '§9 End-to-End Assembly';

const said = (path: string, message: string): string => (message.trim() === '' ? path : message);

export const behaviour: StatedBehaviour = {
  language: { is: 'zh', source: '§5 Validation: messages are in Chinese' },
  codes: {
    is(code, { details }) {
      if (code === 'NOT_FOUND') return 'READ_ERROR';
      return code === 'EXIT_CODE' && typeof details?.exitCode === 'number' ? `EXIT_CODE_${details.exitCode}` : code;
    },
    source: RESULTS,
  },
  order: { is: 'validation-permission-hooks', source: `${WHOLE}: steps 2 and 3` },
  readBeforeWrite: { is: false, source: '§10 edit_file: it reads the file itself and asks for no read before' },
  laxity: {
    is: { names: false, integers: true, schemas: true },
    source: '§5 Validation: integer and number; validateArgs; §3 Registration: get(name)',
  },
  scheduling: { is: 'reads-first', source: '§8 Parallelism: ToolKind' },
  deadlineMs: { is: 30_000, source: '§6.3 Timeout abort; §9, step 4' },
  texts: {
    is: {
      zh: {
        toolNotFound: (name) => `工具“${name}”不存在`,
        invalidArguments: (_tool, issues) =>
          ['参数校验失败：', ...issues.map(({ path, message }) => said(path, message))].join('\n'),
        denied: (reason) => `权限被拒绝：${reason}`,
        threw: (message) => `异常：${message}`,
      },
      en: {
        toolNotFound: (name) => `Tool "${name}" does not exist`,
        invalidArguments: (_tool, issues) =>
          ['Parameter validation failed:', ...issues.map(({ path, message }) => said(path, message))].join('\n'),
        denied: (reason) => `Permission denied: ${reason}`,
        threw: (message) => `Exception: ${message}`,
      },
    },
    source: WHOLE,
  },
};

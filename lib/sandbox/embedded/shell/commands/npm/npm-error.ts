/** An error that ends npm: a message, npm's error code, and the exit code. */
export class NpmError extends Error {
  override readonly name = 'NpmError';
  /** Lines after the code, each with a label, as in `npm error path …`. */
  readonly details: readonly (readonly [label: string, text: string])[];
  readonly code: string | undefined;
  readonly status: number;

  constructor(
    message: string,
    { code, details = [], status = 1 }: { code?: string; details?: NpmError['details']; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.details = details;
    this.status = status;
  }

  /** npm's report on standard output, for `--json`. */
  get json(): string {
    const lines = this.message.split('\n');
    // What npm says of a code has its label before each line, and what follows the first line is its detail.
    const label = this.code?.toLowerCase() ?? '';
    const isLabelled = label !== '' && lines[0]?.startsWith(`${label} `);
    const [first = '', ...more] = isLabelled
      ? lines.map((line) => line.slice(label.length + 1))
      : [this.message.trim()];
    const error = { code: this.code, summary: first, detail: more.join('\n').trim() };
    return `${JSON.stringify({ error }, null, 2)}\n`;
  }

  /** npm's report on standard error. */
  get report(): string {
    const lines = [
      ...(this.code === undefined ? [] : [`code ${this.code}`]),
      ...this.details.map(([label, text]) => `${label} ${text}`),
      ...this.message.split('\n'),
    ];
    return lines.map((line) => `${`npm error ${line}`.trimEnd()}\n`).join('');
  }
}

/** The error for a file that is not there. */
export const fileMissing = (path: string, message: string): NpmError =>
  new NpmError(message, {
    code: 'ENOENT',
    details: [
      ['syscall', 'open'],
      ['path', path],
      ['errno', '-2'],
    ],
    status: 254,
  });

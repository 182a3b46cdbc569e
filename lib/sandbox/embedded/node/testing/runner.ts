import { describeFailure } from './failure';
import type { TestResult } from './tree';

type Body = (context: TestContext, done?: (error?: unknown) => void) => unknown;
type Hook = (context?: unknown) => unknown;
type HookName = 'before' | 'after' | 'beforeEach' | 'afterEach';

export interface TestOptions {
  skip?: boolean | string;
  todo?: boolean | string;
  only?: boolean;
  timeout?: number;
}

/** What a test's function gets: the subtests and the knobs of this test. */
export interface TestContext {
  name: string;
  signal: AbortSignal;
  test(...args: unknown[]): Promise<void>;
  it(...args: unknown[]): Promise<void>;
  before(hook: Hook): void;
  after(hook: Hook): void;
  beforeEach(hook: Hook): void;
  afterEach(hook: Hook): void;
  skip(why?: string): void;
  todo(why?: string): void;
  diagnostic(text: string): void;
}

const flagged = (value: boolean | string | undefined): string | true | undefined =>
  value === '' ? true : typeof value === 'string' ? value : value || undefined;

/** A test or suite, and the root that holds those of a file. */
export class TestNode {
  readonly children: TestNode[] = [];
  private readonly hooks: Record<HookName, Hook[]> = { before: [], after: [], beforeEach: [], afterEach: [] };
  private skipped: string | true | undefined;
  private todoNote: string | true | undefined;
  private began = false;
  /** Subtests of a test run one after the other, from when they are made. */
  private chain: Promise<unknown> = Promise.resolve();
  readonly results: TestResult[] = [];

  constructor(
    readonly name: string,
    readonly kind: 'test' | 'suite',
    private readonly options: TestOptions,
    private readonly body: Body | undefined,
    private readonly parent?: TestNode,
  ) {
    this.skipped = flagged(options.skip);
    this.todoNote = flagged(options.todo) ?? (body ? undefined : kind === 'test' && !this.skipped ? true : undefined);
  }

  hook(name: HookName, hook: Hook): void {
    this.hooks[name].push(hook);
  }

  /** Runs a child after those before it; a failed `before` hook fails it. */
  add(child: TestNode, onDone: (result: TestResult) => void = () => undefined): Promise<void> {
    this.children.push(child);
    const done = this.chain.then(async () => {
      const result = await child.run();
      this.results.push(result);
      onDone(result);
    });
    this.chain = done;
    return done;
  }

  /** Waits until no child is left, also of those the last ones added. */
  async settled(): Promise<void> {
    for (let chain: unknown; chain !== this.chain;) {
      chain = this.chain;
      await chain;
    }
  }

  /** Hooks of this node that run before its first child; `after` ones at its end. */
  async begin(): Promise<void> {
    if (this.began) return;
    this.began = true;
    for (const hook of this.hooks.before) await hook();
  }

  async finish(): Promise<void> {
    for (const hook of this.hooks.after) await hook();
  }

  async run(): Promise<TestResult> {
    const started = performance.now();
    const failure: { error?: TestResult['error'] } = {};
    if (!this.skipped && this.body) {
      try {
        await this.parent?.begin();
        if (this.kind === 'test') await this.parent?.each('beforeEach');
        await this.perform(this.body);
        await this.settled();
      } catch (error) {
        failure.error = describeFailure(error, 'testCodeFailure');
      }
      await this.settled();
      try {
        if (this.kind === 'test') await this.parent?.each('afterEach');
        await this.finish();
      } catch (error) {
        failure.error ??= describeFailure(error, 'hookFailed');
      }
    }
    const failed = this.results.filter(({ status, todo, skip }) => status === 'fail' && !todo && !skip).length;
    if (!failure.error && failed > 0) {
      const message = `${failed} subtest${failed === 1 ? '' : 's'} failed`;
      failure.error = { type: 'subtestsFailed', message, code: 'ERR_TEST_FAILURE', stack: '' };
    }
    return {
      name: this.name,
      kind: this.kind,
      status: failure.error ? 'fail' : 'pass',
      skip: this.skipped,
      todo: this.todoNote,
      ms: performance.now() - started,
      error: failure.error,
      children: this.results,
    };
  }

  private async each(name: 'beforeEach' | 'afterEach'): Promise<void> {
    if (name === 'beforeEach') await this.parent?.each(name);
    for (const hook of this.hooks[name]) await hook();
    if (name === 'afterEach') await this.parent?.each(name);
  }

  private async perform(body: Body): Promise<void> {
    const context = this.context();
    if (body.length < 2 || this.kind === 'suite') {
      await limited(Promise.resolve(body(context)), this.options.timeout);
      return;
    }
    const called = new Promise<void>((resolve, reject) => {
      body(context, (error) => (error ? reject(error) : resolve()));
    });
    await limited(called, this.options.timeout);
  }

  context(): TestContext {
    const test = (...args: unknown[]) => {
      const { name, options, body } = readTest(args);
      return this.add(new TestNode(name, 'test', options, body, this));
    };
    return {
      name: this.name,
      signal: new AbortController().signal,
      test,
      it: test,
      before: (hook) => this.hook('before', hook),
      after: (hook) => this.hook('after', hook),
      beforeEach: (hook) => this.hook('beforeEach', hook),
      afterEach: (hook) => this.hook('afterEach', hook),
      skip: (why) => void (this.skipped = why ?? true),
      todo: (why) => void (this.todoNote = why ?? true),
      diagnostic: () => undefined,
    };
  }
}

/** The arguments of `test`: `[name][, options][, fn]`. */
export function readTest(args: readonly unknown[]): { name: string; options: TestOptions; body: Body | undefined } {
  const body = args.find((arg): arg is Body => typeof arg === 'function');
  const options = args.find((arg): arg is TestOptions => typeof arg === 'object' && arg !== null) ?? {};
  const [first] = args;
  return { name: typeof first === 'string' ? first : body?.name || '<anonymous>', options, body };
}

async function limited(work: Promise<unknown>, ms: number | undefined): Promise<void> {
  if (ms === undefined || ms === Infinity) {
    await work;
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`test timed out after ${ms}ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

import type { WebContainer } from '@webcontainer/api';
import type { z } from 'zod';
import { SandboxError } from '@/lib/ports';
import { deferred } from '../deferred';
import { parseJson } from '@/lib/protocol/text';
import { HelperAnswerSchema } from './answers';
import { ANSWER_MARK, toArguments, type HelperRequest } from './request';

const DEADLINE_MS = 30_000;
const SCRIPT = '.toolyard-helper.cjs';
const HOME = '/tmp/.toolyard';

/** Runs the small program in the container that does what the runtime's API cannot. */
export interface Helper {
  /** Returns the answer's value. Throws `SandboxError`, with ETIMEDOUT if there is no answer in time. */
  ask<T>(request: HelperRequest, schema: z.ZodType<T>, signal?: AbortSignal): Promise<T>;
}

/** Installs the helper outside the project. */
export async function installHelper(container: WebContainer, source: string): Promise<Helper> {
  await container.fs.writeFile(SCRIPT, source);
  const move = `require('fs').mkdirSync('${HOME}',{recursive:true});require('fs').renameSync('${SCRIPT}','${HOME}/helper.cjs')`;
  const moved = await container.spawn('node', ['-e', move]);
  const said = await readAll(moved.output);
  if ((await moved.exit) !== 0) throw new SandboxError('EIO', `the container cannot run its helper: ${said}`);
  return { ask: (request, schema, signal) => ask(container, request, schema, signal) };
}

async function ask<T>(
  container: WebContainer,
  request: HelperRequest,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<T> {
  const process = await container.spawn('node', [`${HOME}/helper.cjs`, ...toArguments(request)]);
  const limit = AbortSignal.any([AbortSignal.timeout(DEADLINE_MS), ...(signal ? [signal] : [])]);
  const stopped = deferred<never>();
  const stop = () => {
    process.kill();
    stopped.reject(new SandboxError('ETIMEDOUT', `${request.op} took too long`));
  };
  if (limit.aborted) stop();
  limit.addEventListener('abort', stop);
  try {
    return readAnswer(await Promise.race([readAll(process.output), stopped.promise]), schema);
  } finally {
    limit.removeEventListener('abort', stop);
  }
}

function readAnswer<T>(output: string, schema: z.ZodType<T>): T {
  const line = output.split(/\r?\n/).find((text) => text.startsWith(ANSWER_MARK));
  if (line === undefined) throw new SandboxError('EIO', `the container's helper gave no answer: ${output.slice(-300)}`);
  const answer = parseJson(HelperAnswerSchema, line.slice(ANSWER_MARK.length));
  if (!answer.ok) throw new SandboxError('EIO', `the container's helper answered badly: ${answer.reason}`);
  if (!answer.value.ok) throw new SandboxError(answer.value.code, answer.value.message);
  const value = schema.safeParse(answer.value.value);
  if (!value.success) throw new SandboxError('EIO', `the container's helper answered badly: ${value.error.message}`);
  return value.data;
}

async function readAll(stream: ReadableStream<string>): Promise<string> {
  const reader = stream.getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  return text;
}

import { RemoteTriggerAnswerSchema } from '@/lib/protocol';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { failure } from '../../result';
import { summaries } from '../summaries';
import { askService } from './ask-service';

/** Maximum characters of a trigger's JSON data. */
const MOST_DATA = 20_000;

export const remoteTrigger = defineTool({
  name: 'RemoteTrigger',
  title: 'Trigger something elsewhere',
  description:
    'Sends a signed webhook to one of the addresses that the operator of this server has listed. Use it to start something ' +
    'elsewhere: a deployment, a build, a notification. Do not use it to read something (use WebFetch). After URL_REFUSED use ' +
    'an address of the list you are told; after UNSUPPORTED tell the person what the operator has to set.',
  kind: 'execute',
  category: 'network',
  tier: 'specialist',
  source: 'builtin',
  featureFlag: 'webhooks',
  capabilities: ['services'],
  isDangerous: true,
  annotations: { openWorldHint: true },
  input: z.strictObject({
    url: z.string().min(1).max(2000).describe('The address of the receiver, exactly as the operator listed it.'),
    event: z.string().min(1).max(200).describe('What has happened or is wanted, such as deploy.requested.'),
    data: z.record(z.string(), z.unknown()).optional().describe('What the receiver has to know. No secrets.'),
  }),
  titleFor: ({ event, url }) => `Trigger ${event} at ${url}`,
  async execute({ url, event, data = {} }, context) {
    if (JSON.stringify(data).length > MOST_DATA) {
      return failure(
        'FILE_TOO_LARGE',
        `A trigger carries at most ${MOST_DATA} characters of JSON. Send where the data is instead.`,
      );
    }
    const request = { name: 'remote-trigger', body: { url, event, data }, answer: RemoteTriggerAnswerSchema };
    const answer = await askService(context, request, RETRY_HINTS);
    if (!answer.ok) return answer.failure;
    const { id, status, text } = answer.value;
    const said = text === '' ? '' : ` It said:\n\n${text}`;
    const details = { id, status };
    const summary = summaries(context).answered(status);
    if (status < 300) return { text: `The receiver took message ${id} (${status}).${said}`, summary, details };
    const code = status === 429 ? 'RATE_LIMITED' : status >= 500 ? 'SERVER_ERROR' : 'EXECUTION_ERROR';
    return failure(code, `The receiver answered ${status} to message ${id}.${said}\n\n${RETRY[code]}`, {
      summary,
      details,
    });
  },
});

const RETRY_HINTS = {
  URL_REFUSED: 'Use one of these exactly, or ask the person to have the address listed.',
  UNSUPPORTED: 'Tell the person; nothing was sent.',
  NETWORK_ERROR: 'Whether the receiver got it is not known: look there before you send it again.',
  TIMEOUT: 'Whether the receiver got it is not known: look there before you send it again.',
};

const RETRY = {
  RATE_LIMITED: 'Wait before you send it again.',
  SERVER_ERROR: 'Whether it acted on it is not known: look there before you send it again.',
  EXECUTION_ERROR: 'Change what it refuses before you send it again.',
};

import { MAIN_AGENT } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { naming } from '../../system';
import { summaries } from '../summaries';

const MESSAGE_LIMIT = 20_000;

export const sendMessage = defineTool({
  name: 'SendMessage',
  description:
    'Sends a message to another agent of this conversation, or to a team; it is read at the reader’s next turn. Use it ' +
    'to tell an agent in the background what has changed, or to ask a colleague. Do not use it to answer the person, nor ' +
    'for the result of your own task: your last message is that. After NOT_FOUND take a name from the list it gives.',
  kind: 'other',
  category: 'agent',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['mailbox', 'spawner'],
  input: z.strictObject({
    to: z
      .string()
      .min(1)
      .max(100)
      .describe(
        `Whom: an agent's id or name, a team's name, or ${MAIN_AGENT} for the agent that talks with the person.`,
      ),
    message: z.string().min(1).max(MESSAGE_LIMIT).describe('What to say. The reader sees nothing else of yours.'),
  }),
  titleFor: ({ to, message }) => `To ${to}: ${message}`,
  async execute({ to, message }, context) {
    const mailbox = need(context, 'mailbox');
    if (!mailbox.ok) return mailbox.failure;
    const spawner = need(context, 'spawner');
    if (!spawner.ok) return spawner.failure;
    const { self } = spawner.value;
    const readers = (await spawner.value.addressees(to)).filter(({ id }) => id !== self);
    if (readers.length === 0) {
      const known = (await spawner.value.addressees('*')).filter(({ id }) => id !== self).map(({ name }) => name);
      return failure(
        'NOT_FOUND',
        known.length === 0
          ? `There is nobody of the name ${to}, and no other agent either.${naming(context, ['Agent'], (agent) => ` Start one with ${agent} first.`)}`
          : `There is nobody else of the name ${to}. Send it to one of these: ${known.join(', ')}.`,
      );
    }
    for (const { id } of readers) await mailbox.value.send({ from: self, to: id, text: message });
    const idle = readers.filter(({ working }) => !working).map(({ name }) => name);
    const note =
      idle.length === 0 ? '' : ` ${idle.join(', ')} does not work at the moment and reads it when it is gone on with.`;
    const names = readers.map(({ name }) => name);
    return { text: `Sent to ${names.join(', ')}.${note}`, summary: summaries(context).sentTo(names) };
  },
});

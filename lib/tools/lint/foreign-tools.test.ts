import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { lint, type ToolDesign } from '.';

const DesignSchema: z.ZodType<ToolDesign> = z.looseObject({
  name: z.string(),
  description: z.string().default(''),
  inputSchema: z.record(z.string(), z.unknown()),
});
const BadSchema = z.array(
  z.object({ plants: z.array(z.object({ rule: z.string(), at: z.string() })), tool: DesignSchema }),
);
const GoodSchema = z.array(
  z.object({ package: z.string(), version: z.string(), license: z.string(), tools: z.array(DesignSchema) }),
);

const read = <T>(name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(readFileSync(new URL(`testing/${name}`, import.meta.url), 'utf8')));

const bad = read('bad-tools.json', BadSchema);
const good = read('good-tools.json', GoodSchema);

describe('tools that are done badly', () => {
  const found = lint(bad.map(({ tool }) => tool));

  it('are 40 and more', () => expect(bad.length).toBeGreaterThanOrEqual(40));

  it.each(bad.map(({ tool, plants }, index) => [`${index} ${tool.name}`, tool, plants] as const))(
    '%s: every plant is found where it is',
    (_name, tool, plants) => {
      const mine = found.filter((finding) => finding.tool === tool.name).map(({ rule, at }) => `${rule} ${at}`);
      for (const { rule, at } of plants) expect(mine).toContain(`${rule} ${at}`);
    },
  );
});

const NEVER_USED = 'It has a default that is never used: a call without it is refused.';

/** What we find in tools of others and keep to, with the reason: their authors may see it otherwise. */
const DISAGREEMENTS: Readonly<Record<string, string>> = {
  'slack_add_reaction: time-zone-unsaid':
    'Slack’s timestamps are names of messages. Nothing in the field says so, and a model that writes an ISO date is refused.',
  'query-docs: no-limit': 'How much documentation comes back is neither said nor to be chosen.',
  'browser_take_screenshot: required-default':
    'The schema was generated from the output of Zod’s defaults: the call is refused without a field that has a default.',
  'drag: mixed-field-names': 'from_uid and to_uid stand beside pageId and includeSnapshot.',
  'drag: unexplained-id':
    'The uids are those of take_snapshot; `Targets …` and `The uid of the element` do not say so.',
  'take_heapsnapshot: path-kind-unsaid': 'Where a relative path begins is not said; the file is written on the server.',
  // All tools of mcp-server-kubernetes are there, and none was chosen.
  'kubectl_rollout: required-default': NEVER_USED,
  'kubectl_logs: required-default': NEVER_USED,
  'kubectl_context: required-default': NEVER_USED,
  'install_helm_chart: required-default': NEVER_USED,
  'upgrade_helm_chart: required-default': NEVER_USED,
  'uninstall_helm_chart: required-default': NEVER_USED,
  'kubectl_create: too-many-optional': 'It makes many kinds of thing, and each of its 23 fields is for some of them.',
  'kubectl_patch: free-form-object':
    'What a patch is made of depends on what is patched. Its author cannot say it; a model has to guess it all the same.',
  'kubectl_generic: free-form-object': 'It wraps every command there is, so it takes every flag there is.',
  'port_forward: undescribed-field': 'None of its five fields says what it is.',
  'stop_port_forward: undescribed-field': 'Nothing says where its id is from.',
  'stop_port_forward: vague-description': '“Stop a port-forward process” is its name over again.',
};

describe('good tools, written by others', () => {
  const tools = good.flatMap(({ package: offeredBy, tools }) => tools.map((tool) => ({ ...tool, offeredBy })));
  const told = new Set(
    good
      .flatMap(({ package: offeredBy }) => lint(tools.filter((tool) => tool.offeredBy === offeredBy)))
      .filter(({ level }) => level !== 'note')
      .map(({ tool, rule }) => `${tool}: ${rule}`),
  );

  it('are 40 and more, each with its package, version and licence', () => {
    expect(tools.length).toBeGreaterThanOrEqual(40);
    for (const { version, license } of good) expect([version, license]).not.toContain('');
  });

  it('raise no alarm but those that are listed with a reason', () => {
    expect([...told].toSorted()).toEqual(Object.keys(DISAGREEMENTS).toSorted());
  });
});

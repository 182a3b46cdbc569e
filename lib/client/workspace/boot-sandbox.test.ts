import { describe, expect, it } from 'vitest';
import type { Sandbox } from '@/lib/ports';
import { bootSandbox, type SandboxAdapters, type BootChoice } from './boot-sandbox';

const embedded = { kind: 'embedded' } as Sandbox;
const webcontainer = { kind: 'webcontainer' } as Sandbox;
const works: SandboxAdapters = {
  embedded: async () => embedded,
  probe: async () => ({ ok: true }),
  webcontainer: async () => webcontainer,
};
const fails = () => Promise.reject(new Error('broken'));

describe('bootSandbox', () => {
  it.each<[string, BootChoice, SandboxAdapters, string | undefined, string]>([
    ['the default', 'embedded', works, 'embedded', ''],
    ['the chosen one', 'webcontainer', works, 'webcontainer', 'chosen'],
    ['what the probe found', 'auto', works, 'webcontainer', 'auto: the probe found it'],
    [
      'the fallback, with the cause',
      'auto',
      { ...works, probe: async () => ({ ok: false, why: 'offline' }) },
      'embedded',
      'no WebContainer: offline',
    ],
    [
      'the fallback when booting fails',
      'auto',
      { ...works, webcontainer: fails },
      'embedded',
      'no WebContainer: broken',
    ],
    [
      'nothing else in place of what was chosen',
      'webcontainer',
      { ...works, probe: async () => ({ ok: false, why: 'offline' }) },
      undefined,
      'WebContainer did not start: offline',
    ],
    [
      'nothing else where what was chosen breaks',
      'webcontainer',
      { ...works, webcontainer: fails },
      undefined,
      'WebContainer did not start: broken',
    ],
    ['the fallback when probing fails', 'auto', { ...works, probe: fails }, 'embedded', 'no WebContainer: broken'],
    ['none', 'embedded', { ...works, embedded: fails }, undefined, 'The sandbox did not start: broken'],
  ])('boots %s', async (_name, choice, adapters, kind, why) => {
    const boot = await bootSandbox(choice, adapters, new AbortController().signal);
    expect([boot.ok ? boot.sandbox.kind : undefined, boot.why]).toEqual([kind, why]);
  });
});

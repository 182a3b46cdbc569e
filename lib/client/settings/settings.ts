import {
  ExtraHeadersSchema,
  parseJson,
  PermissionModeSchema,
  type ExtraHeaders,
  type PermissionMode,
} from '@/lib/protocol';
import type { PermissionRule } from '@/lib/tools/permissions';
import { z } from 'zod';
import { DEFAULT_TOOL_SETTINGS, ToolSettingsSchema, type ToolSettings } from './tool-settings';

export const PermissionRuleSchema = z.object({ behavior: z.enum(['allow', 'deny', 'ask']), rule: z.string() });

/** The rules without this one. */
export const withoutRule = (rules: readonly PermissionRule[], { behavior, rule }: PermissionRule) =>
  rules.filter((known) => known.rule !== rule || known.behavior !== behavior);

const SettingsSchema = z.object({
  mode: PermissionModeSchema,
  rules: z.array(PermissionRuleSchema),
  tools: ToolSettingsSchema,
});
/** A person's settings for this browser: the mode in which threads start, rules for all threads, and settings for tools. */
export interface Settings {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly tools: ToolSettings;
}

const DEFAULTS: Settings = { mode: 'default', rules: [], tools: DEFAULT_TOOL_SETTINGS };
const SETTINGS = 'toolyard.settings';
const KEYS = 'toolyard.keys';
const KeysSchema = z.record(z.string(), z.string());
const HEADERS = 'toolyard.headers';
const HeadersSchema = z.record(z.string(), ExtraHeadersSchema);

/** The two storages of a page; a browser may refuse either. */
export interface PageStorage {
  local?: Storage;
  session?: Storage;
}

export function pageStorage(): PageStorage {
  try {
    return { local: localStorage, session: sessionStorage };
  } catch {
    return {};
  }
}

export function loadSettings({ local }: PageStorage): Settings {
  const text = attempt(() => local?.getItem(SETTINGS));
  const parsed = text == null ? undefined : parseJson(SettingsSchema, text);
  return parsed?.ok ? parsed.value : DEFAULTS;
}

export const saveSettings = ({ local }: PageStorage, settings: Settings): void =>
  attempt(() => local?.setItem(SETTINGS, JSON.stringify(settings)));

/** The typed keys by slot; they exist only in this tab and are gone when it closes. */
export function loadKeys({ session }: PageStorage): Record<string, string> {
  const text = attempt(() => session?.getItem(KEYS));
  const parsed = text == null ? undefined : parseJson(KeysSchema, text);
  return parsed?.ok ? parsed.value : {};
}

export const saveKeys = ({ session }: PageStorage, keys: Readonly<Record<string, string>>): void =>
  attempt(() => session?.setItem(KEYS, JSON.stringify(keys)));

/** The headers for models' servers, by slot; they exist only in this tab. */
export function loadHeaders({ session }: PageStorage): Record<string, ExtraHeaders> {
  const text = attempt(() => session?.getItem(HEADERS));
  const parsed = text == null ? undefined : parseJson(HeadersSchema, text);
  return parsed?.ok ? parsed.value : {};
}

export const saveHeaders = ({ session }: PageStorage, headers: Readonly<Record<string, ExtraHeaders>>): void =>
  attempt(() => session?.setItem(HEADERS, JSON.stringify(headers)));

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // The browser refuses, or its storage is full: the value lasts only as long as the page.
    return undefined;
  }
}

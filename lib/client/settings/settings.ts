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
export interface BrowserSettings {
  readonly mode: PermissionMode;
  readonly rules: readonly PermissionRule[];
  readonly tools: ToolSettings;
}

const DEFAULTS: BrowserSettings = { mode: 'default', rules: [], tools: DEFAULT_TOOL_SETTINGS };
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

export function loadSettings({ local }: PageStorage): BrowserSettings {
  const text = attempt(() => local?.getItem(SETTINGS));
  const parsed = text == null ? undefined : parseJson(SettingsSchema, text);
  return parsed?.ok ? parsed.value : DEFAULTS;
}

export const saveSettings = ({ local }: PageStorage, settings: BrowserSettings): void =>
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

/** What a person, or a tool on their behalf, decided for the current thread only; kept in this browser. */
export interface ThreadPolicy {
  /** Undefined before there is a thread, or if its mode is not known. */
  readonly mode: PermissionMode | undefined;
  /** The mode in which the thread started; tools and people may change it later. */
  readonly began: PermissionMode | undefined;
  /** A new list whenever one is added or removed. */
  readonly rules: readonly PermissionRule[];
  /** Resolves when the stored policy of the thread is in force. */
  ready(): Promise<void>;
  /** A thread begins, in this mode. */
  begin(threadId: string, mode: PermissionMode): void;
  /** Loads the stored policy of a thread. If there is none, it begins with `mode()` and no rules. */
  load(threadId: string, mode: () => PermissionMode): Promise<void>;
  /** Called when there is no longer a thread. */
  forget(): void;
  /** False if there is no thread to set it for. */
  setMode(mode: PermissionMode): boolean;
  /** False if there is no thread to add it to. */
  addRule(rule: PermissionRule): boolean;
  removeRule(rule: PermissionRule): void;
}

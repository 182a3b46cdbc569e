import type { Language } from '@/lib/protocol';
import { EN } from './en';
import type { IssueMessages } from './messages';
import { ZH } from './zh';

export type { IssueMessages, ComparisonSign, Unit } from './messages';

export const MESSAGES: Readonly<Record<Language, IssueMessages>> = { en: EN, zh: ZH };

import type { Language } from '@/lib/protocol';
import { EN } from './en';
import type { Messages } from './messages';
import { ZH } from './zh';

export type { Messages, Sign, Unit } from './messages';

export const MESSAGES: Readonly<Record<Language, Messages>> = { en: EN, zh: ZH };

import { expect, it } from 'vitest';
import { DEFAULT_TOOL_SETTINGS } from '@/lib/client/settings/tool-settings';
import { initialClientState } from './initial-state';

it('begins with the default settings of tools', () => {
  expect(initialClientState.toolSettings).toEqual(DEFAULT_TOOL_SETTINGS);
});

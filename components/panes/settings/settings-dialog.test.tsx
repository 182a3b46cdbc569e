// @vitest-environment jsdom
import { DEFAULT_TOOL_SETTINGS } from '@/lib/client/settings/tool-settings';
import { coreTools } from '@/lib/tools/builtin';
import { assembleToolPool } from '@/lib/tools/pool';
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { elementNamed, renderPage, unrenderAll } from '../../fixtures/render';
import { LocaleContext } from '../../messages/use-text';
import { PageSettings } from './page-settings';
import SettingsDialog from './settings-dialog';

afterEach(unrenderAll);

type Options = Parameters<Awaited<ReturnType<typeof renderPage>>['client']['setOptions']>[0];

/** Renders the dialog with these options; returns what is chosen in it. */
async function settings(
  options: Options = {},
  more: { keys?: readonly string[]; headers?: Record<string, string> } = {},
) {
  const page = await renderPage({ options, ...more }, <SettingsDialog />);
  return { ...page, chosen: vi.spyOn(page.client, 'setOptions') };
}

/** The field with that label. */
function labelled(words: string): HTMLInputElement {
  const id = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.includes(words))?.htmlFor;
  const input = document.getElementById(id ?? '');
  if (!(input instanceof HTMLInputElement)) throw new Error(`No field is called “${words}”.`);
  return input;
}
const noteOf = (input: HTMLInputElement): string =>
  document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '';

async function type(input: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const press = (words: string) => act(async () => elementNamed('button', words).click());
const pick = (name: string, value: string) =>
  act(async () => {
    const select = elementNamed('select', name);
    if (!(select instanceof HTMLSelectElement)) throw new Error(`${name} is no list.`);
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
const buttonBeside = (input: HTMLInputElement): HTMLButtonElement | null =>
  input.closest('form')?.querySelector('button') ?? null;

describe('the settings', () => {
  it('choose a model, and forget the name of another one’s', async () => {
    const { chosen, place } = await settings();
    expect(place.ownerDocument.body.textContent).not.toContain('Key for the model');
    await pick('Model, in settings', 'anthropic');
    expect(chosen).toHaveBeenCalledWith({ model: 'anthropic', modelName: '', baseURL: '' });
  });

  it.each([
    [{ model: 'anthropic' }, 'For this one: native.', 'it would be Generic: <function_calls>.'],
    [
      { model: 'openai', modelName: 'qwen3-coder' },
      'For this one: native.',
      'it would be <function=…>: Qwen3-Coder, Llama.',
    ],
    [
      { model: 'openai', modelName: 'tinyllama' },
      'For this one: in the prompt.',
      'written and read as XML: <tool_call>.',
    ],
    [{ toolMode: 'prompt', dialect: 'dsml' }, '', 'written and read as DSML: DeepSeek.'],
  ] as const)('say how calls are made under %j', async (options, mode, dialect) => {
    await settings(options);
    expect(document.body.textContent).toContain(mode);
    expect(document.body.textContent).toContain(dialect);
  });

  it('show the address of a link whose client loads after them', async () => {
    const { client } = await settings({ model: 'openai' });
    const baseURL = 'https://models.example.org/v1';
    await act(async () => client.store.setState({ options: { model: 'openai', baseURL }, headers: { 'x-team': 'a' } }));
    expect(labelled('Address').value).toBe(baseURL);
    expect(document.querySelector<HTMLTextAreaElement>('#model-headers')?.value).toBe('x-team: a');
  });

  it('choose how calls are made', async () => {
    const { chosen } = await settings();
    await pick('Calls', 'prompt');
    await pick('Dialect', 'glm');
    expect(chosen.mock.calls).toEqual([[{ toolMode: 'prompt' }], [{ dialect: 'glm' }]]);
  });

  it('take an address only if it is one, and say what a private one needs', async () => {
    const { chosen } = await settings({ model: 'openai' });
    const address = labelled('Address of the server');
    await type(address, 'my-server');
    expect(address.getAttribute('aria-invalid')).toBe('true');
    expect(noteOf(address)).toContain('begins with http://');
    expect(buttonBeside(address)?.disabled).toBe(true);
    for (const user of [
      'https://user:pass@example.org/v1',
      'https://user@example.org/v1',
      'https://:pass@example.org',
    ]) {
      await type(address, user);
      expect(noteOf(address)).toContain('Leave name and password out');
      expect(buttonBeside(address)?.disabled).toBe(true);
    }
    await type(address, 'http://127.0.0.1:11434/v1');
    expect(noteOf(address)).toContain('TOOLYARD_ALLOW_HOSTS=127.0.0.1:11434');
    await act(async () => buttonBeside(address)?.click());
    expect(chosen.mock.calls).toEqual([[{ baseURL: 'http://127.0.0.1:11434/v1' }]]);
  });

  it('list the models of a provider, and take any other name', async () => {
    const { client, chosen } = await settings({ model: 'openai', baseURL: 'https://models.example/v1' });
    vi.spyOn(client, 'listModels').mockResolvedValue({ ok: true, value: ['one', 'two'] });
    const name = labelled('Name of the model');
    expect(noteOf(name)).toContain('Type the name of the model');
    await press('List models');
    expect(noteOf(name)).toContain('2 models');
    expect([...(name.list?.options ?? [])].map(({ value }) => value)).toEqual(['one', 'two']);
    await type(name, ' three ');
    expect(chosen).toHaveBeenLastCalledWith({ modelName: 'three' });
  });

  it('say why a provider’s models cannot be listed', async () => {
    const { client } = await settings({ model: 'openai' });
    vi.spyOn(client, 'listModels').mockResolvedValue({
      ok: false,
      code: 'KEY_REFUSED',
      message: 'The key is refused.',
      status: 401,
    });
    await press('List models');
    expect(noteOf(labelled('Name of the model'))).toBe('The key is refused.');
  });

  it('take a key that can travel, and show it nowhere', async () => {
    const { client } = await settings({ model: 'anthropic' });
    const kept = vi.spyOn(client, 'setKey');
    const key = labelled('Key for the model');
    expect(key.type).toBe('password');
    await type(key, 'two words');
    expect(buttonBeside(key)?.disabled).toBe(true);
    await type(key, ' sk-ant-1 ');
    await act(async () => buttonBeside(key)?.click());
    expect(kept).toHaveBeenCalledWith('sk-ant-1');
    expect(key.value).toBe('');
  });

  it('forget a key', async () => {
    const { client } = await settings({ model: 'anthropic' }, { keys: ['anthropic'] });
    const kept = vi.spyOn(client, 'setKey');
    expect(document.body.textContent).toContain('This tab uses the key.');
    await press('Forget it');
    expect(kept).toHaveBeenCalledWith('');
  });

  it('say where Claude is asked and with which headers, and take others', async () => {
    const { client, chosen } = await settings({ model: 'anthropic' }, { headers: { 'x-team': 'red' } });
    const kept = vi.spyOn(client, 'setHeaders');
    const address = labelled('Address of the server');
    expect(address.placeholder).toContain('https://api.anthropic.com');
    await type(address, 'https://gateway.example');
    await act(async () => buttonBeside(address)?.click());
    expect(chosen).toHaveBeenCalledWith({ baseURL: 'https://gateway.example' });
    const headers = document.querySelector<HTMLTextAreaElement>('#model-headers');
    if (!headers) throw new Error('There is no field for headers.');
    expect(headers.value).toBe('x-team: red');
    const press = async (text: string): Promise<boolean> => {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(headers, text);
        headers.dispatchEvent(new Event('input', { bubbles: true }));
      });
      const button = headers.closest('form')?.querySelector('button');
      await act(async () => button?.click());
      return button?.disabled === false;
    };
    expect([await press('no colon'), await press('host: elsewhere'), await press('X-Team: blue\nx-b: 1')]).toEqual([
      false,
      false,
      true,
    ]);
    expect(kept.mock.calls).toEqual([[{ 'x-team': 'blue', 'x-b': '1' }]]);
  });

  it('file a tool under a category of one’s own, and take it out again', async () => {
    const { entries: pool } = assembleToolPool({ builtin: coreTools });
    const toolSettings = { ...DEFAULT_TOOL_SETTINGS, categories: { Grep: 'Spices' } };
    const { client } = await renderPage({ pool, toolSettings }, <SettingsDialog />);
    const set = vi.spyOn(client, 'setToolSettings');
    const field = document.querySelector<HTMLInputElement>('[aria-label="Category to file it under"]');
    if (!field) throw new Error('There is no field for a category.');
    await pick('Tool to file', 'Read');
    await type(field, 'Recipes');
    await press('File');
    await press('Take Grep out of Spices');
    expect(set.mock.calls).toEqual([[{ categories: { Grep: 'Spices', Read: 'Recipes' } }], [{ categories: {} }]]);
  });
});

it('shows the language that was chosen while it loads', async () => {
  let load = (): void => undefined;
  const choose = () => new Promise<void>((resolve) => (load = resolve));
  const { place } = await renderPage(
    {},
    <LocaleContext value={{ locale: 'en', choose }}>
      <PageSettings />
    </LocaleContext>,
  );
  const shown = () => [place.querySelector('select')?.value, place.textContent?.includes('Loading…')];
  await pick('Language', 'zh');
  expect(shown()).toEqual(['zh', true]);
  await act(async () => load());
  expect(shown()).toEqual(['en', false]);
});

import { GitFailure } from '../../git-failure';
import { lookAt, readGitText, writeText, type GitFs } from '../../git-fs';
import { addSetting, changeSection, normalKey, parseConfig, removeSettings } from '../../store/config';
import { localFile } from './config';
import type { Context } from './context';

/** Writes a file of settings, unless another program has locked it. */
export async function saveConfig(fs: GitFs, file: string, text: string): Promise<void> {
  if (await lookAt(fs, `${file}.lock`))
    throw new GitFailure(`could not lock config file ${file.replace(/^.*\/(?=\.git\/)/, '')}: File exists`, 255);
  await writeText(fs, file, text);
}

/** Sets one of the repository's settings; undefined removes it. */
export async function addSettingTo(context: Context, key: string, value: string | undefined): Promise<void> {
  const file = localFile(context);
  const text = (await readGitText(context.fs, file)) ?? '';
  const found = parseConfig(text).filter((setting) => setting.key === normalKey(key));
  await saveConfig(
    context.fs,
    file,
    value === undefined ? removeSettings(text, found) : addSetting(text, key, value, found),
  );
}

/** Adds one more value to a setting. */
export async function appendSettingTo(context: Context, key: string, value: string): Promise<void> {
  const file = localFile(context);
  await saveConfig(context.fs, file, addSetting((await readGitText(context.fs, file)) ?? '', key, value, []));
}

export async function renameSectionIn(context: Context, from: string, to: string): Promise<void> {
  const file = localFile(context);
  const changed = changeSection((await readGitText(context.fs, file)) ?? '', from, to);
  if (changed !== undefined) await saveConfig(context.fs, file, changed);
}

export async function removeSectionFrom(context: Context, section: string): Promise<void> {
  const file = localFile(context);
  const changed = changeSection((await readGitText(context.fs, file)) ?? '', section, undefined);
  if (changed !== undefined) await saveConfig(context.fs, file, changed);
}

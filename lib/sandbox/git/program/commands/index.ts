import type { Command } from '../git-io';
import { add } from './add';
import { branch } from './branch';
import { checkout, switchBranch } from './checkout';
import { cherryPick } from './cherry-pick';
import { commit } from './commit';
import { config } from './config';
import { diff } from './diff';
import { init } from './init';
import { log } from './log';
import { lsFiles } from './ls-files';
import { merge } from './merge';
import { mv } from './mv';
import { rebase } from './rebase';
import { reflog } from './reflog';
import { reset } from './reset';
import { restore } from './restore';
import { revParse } from './rev-parse';
import { rm } from './rm';
import { show } from './show';
import { stash } from './stash';
import { status } from './status';
import { tag } from './tag';
import { worktree } from './worktree';

/** Every subcommand there is, by its name. */
export const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['add', add],
  ['branch', branch],
  ['checkout', checkout],
  ['cherry-pick', cherryPick],
  ['commit', commit],
  ['config', config],
  ['diff', diff],
  ['init', init],
  ['log', log],
  ['ls-files', lsFiles],
  ['merge', merge],
  ['mv', mv],
  ['rebase', rebase],
  ['reflog', reflog],
  ['reset', reset],
  ['restore', restore],
  ['rev-parse', revParse],
  ['rm', rm],
  ['show', show],
  ['stash', stash],
  ['status', status],
  ['switch', switchBranch],
  ['tag', tag],
  ['worktree', worktree],
]);

import { byAttributes } from '../worktree/by-attributes';
import type { GitCommand } from '../setup/git-io';
import { add } from './add';
import { apply } from './apply';
import { archive, getTarCommitId } from './archive';
import { bisect } from './bisect';
import { blame } from './blame';
import { branch } from './branch';
import { bundle } from './bundle';
import { catFile } from './cat-file';
import { checkout, switchBranch } from './checkout';
import { clean } from './clean';
import { gitColumn } from './column';
import { commit } from './commit';
import { gitConfig } from './config';
import { describe, nameRev } from './describe';
import { withOutput } from '../diff/diff-output';
import { gitDiff } from './diff';
import { diffFiles, diffIndex, diffTree } from './diff-plumbing';
import { fastExport } from './fast-export';
import { fastImport } from './fast-import';
import { fetch } from './fetch';
import { gitGrep } from './grep';
import { checkMailmap } from './check-mailmap';
import { hook } from './hook';
import { interpretTrailers } from './interpret-trailers';
import { gitInit } from './init';
import { log, whatchanged } from './log';
import { lsFiles } from './ls-files';
import { lsTree } from './ls-tree';
import { lsRemote } from './ls-remote';
import { am } from './am';
import { formatPatch } from './format-patch';
import { fsck } from './fsck';
import { gc, maintenance, packRefs, prune } from './maintenance';
import { listingPaths } from '../terminal/names-on-input';
import { merge } from './merge';
import { notes } from './notes';
import { mergeFile } from './merge-file';
import { mergeTree } from './merge-tree';
import { gitMv } from './mv';
import { cherryPick, revert } from './pick';
import {
  checkoutIndex,
  commitTree,
  hashObject,
  mergeBase,
  mktree,
  symbolicRef,
  updateIndex,
  writeTreeCommand,
} from './plumbing';
import { patchIdCommand } from './patch-id';
import { pull } from './pull';
import { push } from './push';
import { rangeDiff } from './range-diff';
import { readTreeCommand } from './read-tree';
import { rebase } from './rebase';
import { reflog } from './reflog';
import { forEachRef, showRef } from './refs';
import { remote } from './remote';
import { replace } from './replace';
import { gitRerere } from './rerere';
import { reset } from './reset';
import { gitRestore } from './restore';
import { revList } from './rev-list';
import { revParse } from './rev-parse';
import { gitRm } from './rm';
import { shortlog } from './shortlog';
import { gitShow } from './show';
import { checkAttr, checkIgnore, checkRefFormat, cherry, countObjects, stripspace, variable } from './small';
import { showBranch } from './show-branch';
import { sparseCheckout } from './sparse-checkout';
import { stash } from './stash';
import { status } from './status';
import { clone, submodule } from './submodule';
import { tag } from './tag';
import { updateRefCommand } from './update-ref';
import { commitGraph, multiPackIndex, prunePacked, verifyCommit, verifyTag } from './upkeep';
import { verifyPack } from './verify-pack';
import { gitWorktree } from './worktree';

/** git's subcommands, by name. */
export const GIT_COMMANDS: ReadonlyMap<string, GitCommand> = new Map([
  ['add', listingPaths(add)],
  ['am', am],
  ['apply', apply],
  ['archive', byAttributes(archive)],
  ['bisect', bisect],
  ['bundle', bundle],
  ['diff-files', byAttributes(withOutput(diffFiles))],
  ['diff-index', byAttributes(withOutput(diffIndex))],
  ['diff-tree', byAttributes(withOutput(diffTree))],
  ['format-patch', formatPatch],
  ['fsck', fsck],
  ['gc', gc],
  ['maintenance', maintenance],
  ['repack', (_args, io) => gc(['--quiet'], io)],
  ['grep', byAttributes(gitGrep)],
  ['get-tar-commit-id', getTarCommitId],
  ['notes', notes],
  ['check-mailmap', checkMailmap],
  ['hook', hook],
  ['interpret-trailers', interpretTrailers],
  ['pack-refs', packRefs],
  ['prune', prune],
  ['annotate', (args, io) => blame(['-c', ...args], io)],
  ['blame', blame],
  ['check-attr', checkAttr],
  ['check-ignore', checkIgnore],
  ['check-ref-format', checkRefFormat],
  ['cherry', cherry],
  ['clone', clone],
  ['column', gitColumn],
  ['count-objects', countObjects],
  ['describe', describe],
  ['fast-export', fastExport],
  ['fast-import', fastImport],
  ['fetch', fetch],
  ['ls-remote', lsRemote],
  ['name-rev', nameRev],
  ['patch-id', patchIdCommand],
  ['pull', pull],
  ['push', push],
  ['remote', remote],
  ['shortlog', byAttributes(shortlog)],
  ['stage', listingPaths(add)],
  ['stripspace', stripspace],
  ['var', variable],
  ['branch', branch],
  ['cat-file', catFile],
  ['checkout', listingPaths(checkout)],
  ['checkout-index', checkoutIndex],
  ['cherry-pick', cherryPick],
  ['clean', clean],
  ['commit', listingPaths(commit)],
  ['commit-graph', commitGraph],
  ['commit-tree', commitTree],
  ['config', gitConfig],
  ['diff', byAttributes(withOutput(gitDiff))],
  ['for-each-ref', forEachRef],
  ['hash-object', hashObject],
  ['init', gitInit],
  ['log', byAttributes(withOutput(log))],
  ['ls-files', byAttributes(lsFiles)],
  ['ls-tree', lsTree],
  ['merge', merge],
  ['merge-base', mergeBase],
  ['merge-file', mergeFile],
  ['merge-tree', mergeTree],
  ['prune-packed', prunePacked],
  ['range-diff', rangeDiff],
  ['mktree', mktree],
  ['multi-pack-index', multiPackIndex],
  ['mv', gitMv],
  ['read-tree', readTreeCommand],
  ['rebase', rebase],
  ['replace', replace],
  ['rerere', gitRerere],
  ['reflog', reflog],
  ['reset', listingPaths(reset)],
  ['restore', listingPaths(gitRestore)],
  ['rev-list', byAttributes(revList)],
  ['rev-parse', revParse],
  ['revert', revert],
  ['rm', listingPaths(gitRm)],
  ['show', byAttributes(withOutput(gitShow))],
  ['show-branch', showBranch],
  ['show-ref', showRef],
  ['sparse-checkout', sparseCheckout],
  ['stash', listingPaths(stash)],
  ['status', byAttributes(status)],
  ['submodule', submodule],
  ['switch', switchBranch],
  ['symbolic-ref', symbolicRef],
  ['tag', tag],
  ['update-index', updateIndex],
  ['update-ref', updateRefCommand],
  ['verify-commit', verifyCommit],
  ['verify-pack', verifyPack],
  ['verify-tag', verifyTag],
  ['whatchanged', byAttributes(withOutput(whatchanged))],
  ['worktree', gitWorktree],
  ['write-tree', writeTreeCommand],
]);

import { readGitText } from '../../git-fs';
import type { Config } from './config';
import type { GitIo } from './git-io';

const ADVICE = `hint: Support for <GIT_DIR>/info/grafts is deprecated
hint: and will be removed in a future Git version.
hint: 
hint: Please use "git replace --convert-graft-file"
hint: to convert the grafts into replace refs.
hint: 
hint: Turn this message off by running
hint: "git config advice.graftFileDeprecated false"
`;

/** The commits that `info/grafts` gives other parents, and those at which a shallow clone was cut, which have none. */
export async function readGrafts(io: GitIo, common: string, config: Config): Promise<Map<string, readonly string[]>> {
  const [text, shallow] = [
    await readGitText(io.fs, `${common}/info/grafts`),
    await readGitText(io.fs, `${common}/shallow`),
  ];
  if (text !== undefined && config.advises('graftFileDeprecated')) io.err(ADVICE);
  const lines = `${text ?? ''}\n${shallow ?? ''}`
    .split('\n')
    .filter((line) => /^[0-9a-f]{40}(?: [0-9a-f]{40})*$/.test(line.trim()));
  return new Map(
    lines.map((line) => {
      const [commit = '', ...parents] = line.trim().split(' ');
      return [commit, parents];
    }),
  );
}

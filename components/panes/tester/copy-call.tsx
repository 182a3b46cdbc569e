import { CopyButton } from '../../elements/copy-button';
import { asCall, asCurl, asTest } from './copies';
import type { SettledCall } from './use-try';

/** A call that was made, to take along. */
export function CopyCall({ call }: { call: SettledCall }) {
  return (
    <div role="group" aria-label="Copy this call" className="-mt-2 -ml-1.5 flex flex-wrap items-center">
      <CopyButton text={asCall(call)} title="Copy call" hint="As a model would write it" />
      <CopyButton text={asCurl(call)} title="Copy curl" hint="For an MCP server that has this tool" />
      <CopyButton text={asTest(call, call.resolved)} title="Copy test" hint="A test that it comes to the same again" />
    </div>
  );
}

import { CopyButton } from '../../elements/copy-button';
import { useText } from '../../messages/use-text';
import { asCall, asCase, asTest, callAsCurl } from './copies';
import type { SettledCall } from './use-try';

/** Buttons that copy a finished call. `own`: the tool belongs to a pack, so its test is a case. */
export function CopyCall({ call, own }: { call: SettledCall; own: boolean }) {
  const text = useText('tester');
  return (
    <div role="group" aria-label={text('copyLabel')} className="-mt-2 -ml-1.5 flex flex-wrap items-center">
      <CopyButton text={asCall(call)} title={text('copyCall')} hint={text('copyCallHint')} />
      <CopyButton text={callAsCurl(call)} title={text('copyCurl')} hint={text('copyCurlHint')} />
      {own ? (
        <CopyButton text={asCase(call, call.resolved)} title={text('copyCase')} hint={text('copyCaseHint')} />
      ) : (
        <CopyButton text={asTest(call, call.resolved)} title={text('copyTest')} hint={text('copyTestHint')} />
      )}
    </div>
  );
}

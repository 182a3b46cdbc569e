'use client';

import { Suspense } from 'react';
import { Button } from '../../elements/button';
import { ErrorBoundary } from '../../elements/error-boundary';
import { reloadPage } from '../../elements/reload-page';
import { useHoldPage, useReloadOnline } from '../../elements/use-reload-online';
import { useSaid } from '../../messages/use-said';
import { useLocale, useText } from '../../messages/use-text';
import { scenarioLabels } from '../../state/catalogue';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { errorHint } from './error-hint';

/** The error and, if the run failed because of it, how to continue. */
export function ErrorCard() {
  const [text, textOfElements, said] = [useText('conversation'), useText('elements'), useSaid()];
  const withTitles = useScenarioTitles();
  const act = useAct();
  const openDialog = useUi((ui) => ui.openDialog);
  const reset = useUi((ui) => ui.reset);
  const status = useClientState((state) => state.status);
  const error = useClientState((state) => state.error);
  const ofRun = useClientState(({ thread }) => thread.runs.at(-1)?.status === 'error');
  /** There may be no client that could try again. */
  const isPart = error?.code === 'PART_NOT_LOADED' || error?.code === 'PAGE_INCOMPLETE';
  useReloadOnline(isPart);
  // What was said may still be in this tab alone.
  useHoldPage(status === 'model' || (status === 'error' && error?.code === 'NETWORK_ERROR'));
  if (!error) return null;
  const failed = status === 'error';
  const wantsKey = error.code.startsWith('KEY_');
  const wantsAddress = error.code === 'ADDRESS_REFUSED' || error.code === 'BAD_ANSWER';
  /** It does not exist, belongs to somebody else or was deleted: asking again cannot help. */
  const isNotThere = error.code === 'NOT_FOUND' || error.code === 'GONE';
  const hint = error.unsent === undefined ? errorHint(error, navigator.onLine, ofRun) : 'unsent';
  return (
    <div role="alert" className="grid grid-cols-1 gap-2 rounded-lg border border-bad bg-panel p-3">
      <p className="min-w-0 break-words">
        <b className="mr-2 font-mono text-xs font-medium text-bad">{error.code}</b>
        {failed && error.code === 'NOT_FOUND' ? text('notFound') : withTitles(said(withoutCode(error)))}
      </p>
      {hint && (
        // Its messages do not load where the server is gone.
        <ErrorBoundary>
          <Suspense>
            <Hint what={hint} />
          </Suspense>
        </ErrorBoundary>
      )}
      {failed && (
        <div className="flex flex-wrap gap-1.5">
          {isNotThere ? (
            <>
              <Button
                look="primary"
                onClick={() => {
                  reset();
                  act((client) => client.newThread());
                }}
              >
                {text('newThread')}
              </Button>
              <Button onClick={() => openDialog('threads')}>{text('threads')}</Button>
              <Button onClick={() => openDialog('cassette')}>{text('openFile')}</Button>
            </>
          ) : isPart ? (
            <Button look="primary" onClick={reloadPage}>
              {textOfElements('reloadPage')}
            </Button>
          ) : error.unsent !== undefined ? null : (
            <Button
              look={wantsKey || wantsAddress ? 'plain' : 'primary'}
              onClick={() => act((client) => client.retry())}
            >
              {text(error.code === 'LOOP_DETECTED' ? 'goOn' : 'retry')}
            </Button>
          )}
          {(wantsKey || wantsAddress) && (
            <Button look="primary" onClick={() => openDialog('settings')}>
              {text(wantsKey ? 'enterKey' : 'settings')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

const Hint = ({ what }: { what: NonNullable<ReturnType<typeof errorHint>> }) => (
  <p className="text-dim">{useText('errorHints')(what)}</p>
);

/** Says the scenarios that a message quotes in the page's language. */
function useScenarioTitles(): (message: string) => string {
  const { scenarios } = usePage().catalogue;
  const locale = useLocale();
  return (message) =>
    message.replace(/(?<=“)[^”]+(?=”)/g, (title) => {
      const named = scenarios.find((scenario) => scenarioLabels(scenario, 'en').title === title);
      return named ? scenarioLabels(named, locale).title : title;
    });
}

/** A message for the model may begin with the error code, which is already shown before it. */
const withoutCode = ({ code, message }: { code: string; message: string }): string =>
  message.startsWith(`${code}: `) ? message.slice(code.length + 2) : message;

/** Another tab runs this thread's calls; this one only watches. */
export function ElsewhereCard() {
  const text = useText('conversation');
  const act = useAct();
  const elsewhere = useClientState((state) => state.executor === 'elsewhere');
  if (!elsewhere) return null;
  return (
    <div
      role="status"
      className="mx-3 mt-2 flex shrink-0 items-center gap-3 rounded-lg border border-line-strong bg-panel px-3 py-2"
    >
      <p className="min-w-0 flex-1">
        <b className="font-semibold">{text('elsewhere')}</b>{' '}
        <span className="text-dim">{text('elsewhereExplains')}</span>
      </p>
      <Button onClick={() => act((client) => client.takeOver())}>{text('takeOver')}</Button>
    </div>
  );
}

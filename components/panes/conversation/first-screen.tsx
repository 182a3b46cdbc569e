'use client';

import { Hammer, KeyRound, Play, Wrench, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../elements/button';
import { useLocale, useText } from '../../messages/use-text';
import { scenarioLabels } from '../../state/catalogue';
import { useAct, useClientState, usePage, useUi } from '../../state/page-context';
import { chosenScenario, runScenario } from '../../state/run-scenario';
import { shownSandbox } from '../../state/shown-sandbox';
import { useUnplayable } from '../../state/use-unplayable';
import { RunSetup } from './run-setup';

/** The models that play scenarios. */
const PLAYS: ReadonlySet<string> = new Set(['scripted', 'careless']);

/** What a newcomer sees: what this is, and ways to begin. */
export function FirstScreen() {
  const text = useText('conversation');
  const say = useUi((ui) => ui.say);
  const openDialog = useUi((ui) => ui.openDialog);
  if (say) {
    return <p className="m-auto max-w-[38ch] py-6 text-center text-dim">{text.rich('linkSays', PITCH)}</p>;
  }
  return (
    <div className="m-auto grid w-full max-w-[44ch] gap-3 py-3">
      <p className="text-md">{text.rich('pitch', PITCH)}</p>
      <Demo />
      <div className="grid divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel">
        <Door icon={Wrench} title={text('tryTool')} href="/tools/Edit">
          {text('tryToolExplains')}
        </Door>
        <Door icon={Hammer} title={text('makeTool')} href="/workshop">
          {text('makeToolExplains')}
        </Door>
        <Door icon={KeyRound} title={text('yourModel')} onOpen={() => openDialog('settings')}>
          {text('yourModelExplains')}
        </Door>
      </div>
      <RunSetup />
    </div>
  );
}

const PITCH = {
  b: (chunks: ReactNode) => <b className="font-semibold">{chunks}</b>,
  dim: (chunks: ReactNode) => <span className="text-dim">{chunks}</span>,
};

const DOOR = 'flex items-baseline gap-2 px-3 py-1.5 text-left hover:bg-hover focus-visible:outline-offset-[-2px]';

/** One way to begin. */
function Door(props: { icon: LucideIcon; title: string; href?: string; onOpen?: () => void; children: ReactNode }) {
  const { icon: Icon, title, href, onOpen, children } = props;
  const inside = (
    <>
      <Icon aria-hidden size={14} className="shrink-0 self-center text-accent" />
      <span className="text-dim">
        <b className="mr-1 font-semibold text-text">{title}</b> {children}
      </span>
    </>
  );
  return href === undefined ? (
    <button type="button" className={DOOR} onClick={onOpen}>
      {inside}
    </button>
  ) : (
    <a href={href} className={DOOR}>
      {inside}
    </a>
  );
}

/** The scenario that Run runs: what it teaches, its prompt, and the button. */
function Demo() {
  const page = usePage();
  const openDialog = useUi((ui) => ui.openDialog);
  const scenario = useClientState((state) => chosenScenario(page.catalogue, state.options.scenario));
  const preset = useClientState((state) => state.options.preset ?? '');
  const scripted = useClientState(({ options }) => PLAYS.has(options.model ?? 'scripted'));
  const embedded = useClientState((state) => shownSandbox(state) === 'embedded');
  const act = useAct();
  const [text, locale] = [useText('conversation'), useLocale()];
  const unplayable = useUnplayable(scenario, preset);
  if (!scenario) return null;
  const refused = scripted ? unplayable : undefined;
  const instead = page.catalogue.scenarios.find(({ id }) => id === scenario.unplayable?.[preset]?.instead);
  const { title, summary, prompt } = scenarioLabels(scenario, locale);
  return (
    <section aria-label={text('demo')} className="grid gap-2 rounded-lg border border-line bg-panel px-3 py-2.5">
      <p>
        <span className="font-semibold">{text('demoOf', { name: title })}</span>{' '}
        <span className="text-dim">{summary}</span>
      </p>
      <p className="rounded-xl rounded-br-sm bg-raised px-3 py-1.5">{prompt}</p>
      {refused && (
        <p role="status" className="text-wait">
          {refused}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-1.5">
        {refused && instead && (
          <Button look="primary" onClick={() => act((client) => client.newThread(instead.id))}>
            {text('chooseInstead', { name: scenarioLabels(instead, locale).title })}
          </Button>
        )}
        {!refused && (
          <Button look="primary" size="large" className="max-w-full" onClick={() => runScenario(page)}>
            <Play aria-hidden size={14} fill="currentColor" />
            <span className="truncate">{text('run', { name: title })}</span>
          </Button>
        )}
        <Button look="quiet" size="small" onClick={() => openDialog('scenarios')}>
          {text('another')}
        </Button>
      </div>
      {scripted && embedded && <p className="text-xs text-faint">{text('offline')}</p>}
    </section>
  );
}

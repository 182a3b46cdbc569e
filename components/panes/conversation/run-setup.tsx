'use client';

import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { DIALECTS, modelChoices, MODES, TOOL_MODES } from '../../state/catalogue';
import { useClientState, usePage, useUi } from '../../state/page-context';
import { shownSandbox } from '../../state/shown-sandbox';
import { useChoices } from '../../state/use-choices';

/** The settings of the next run: the model, permissions, how tools are presented and where they run. */
export function RunSetup() {
  const { catalogue } = usePage();
  const [text, choices] = [useText('conversation'), useText('choices')];
  const [modes, toolModes] = [useChoices(MODES), useChoices(TOOL_MODES)];
  const openDialog = useUi((ui) => ui.openDialog);
  const options = useClientState((state) => state.options);
  const set = useClientState((state) => state.setup.options);
  const mode = useClientState((state) => state.mode);
  const sandbox = useClientState(shownSandbox);
  const { model, preset, toolMode = set?.toolMode ?? 'auto', dialect = set?.dialect ?? 'auto' } = options;
  const calls = titleOf(toolModes, toolMode);
  const rows = [
    ['model', titleOf(modelChoices(choices, catalogue.models), model ?? catalogue.models[0]?.id ?? '')],
    ['permissions', titleOf(modes, mode)],
    ['tools', preset ? titleOf(catalogue.presets, preset) : choices('designOurs')],
    ['calls', toolMode === 'native' || dialect === 'auto' ? calls : `${calls} · ${titleOf(DIALECTS, dialect)}`],
    ['sandbox', text('sandboxIs', { kind: sandbox })],
  ] as const;
  return (
    <section
      aria-label={text('setup')}
      className="flex w-full items-start gap-2 rounded-lg border border-line px-3 py-2 text-left"
    >
      <dl className="grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-xs">
        {rows.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-faint">{text(name)}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <Button look="quiet" size="small" className="-my-[3px] -mr-1.5" onClick={() => openDialog('settings')}>
        {text('change')}
      </Button>
    </section>
  );
}

const titleOf = (choices: readonly { id: string; title?: string }[], id: string): string =>
  choices.find((choice) => choice.id === id)?.title ?? id;

'use client';

import { modelNameOf } from '@/lib/models/declarations/catalogue';
import { callingOf } from '@/lib/models/declarations/model-table';
import { keySlot } from '@/lib/protocol/keys';
import { Pick } from '../../elements/pick';
import { Switch } from '../../elements/switch';
import { useText } from '../../messages/use-text';
import { modelChoices, DIALECTS, SPEEDS, TOOL_MODES } from '../../state/catalogue';
import { useAct, useClientState, usePage } from '../../state/page-context';
import { useChoices } from '../../state/use-choices';
import { TOOL_MODE_DETAILS } from './choice-details';
import { AddressField } from './address-field';
import { CarelessSettings } from './careless-settings';
import { HeadersField } from './headers-field';
import { KeyField } from './key-field';
import { ModelNameField } from './model-name-field';
import { Setting, SettingRow } from './setting';

/** Which model decides on tool calls, and how. */
export function ModelSettings() {
  const [text, choices] = [useText('settings'), useText('choices')];
  const speeds = useChoices(SPEEDS);
  const { catalogue } = usePage();
  const act = useAct();
  const options = useClientState((state) => state.options);
  const id = options.model ?? catalogue.models[0]?.id ?? '';
  const model = catalogue.models.find((known) => known.id === id);
  const slot = keySlot(options);
  return (
    <>
      <SettingRow title={text('model')} explains={text('modelExplains')}>
        <Pick
          label={text('modelLabel')}
          value={id}
          options={modelChoices(choices, catalogue.models)}
          onPick={(chosen) => act((client) => client.setOptions({ model: chosen, modelName: '', baseURL: '' }))}
        />
      </SettingRow>
      {model?.anywhere && (
        <Setting>
          <AddressField key={`address:${id}`} model={model} />
        </Setting>
      )}
      {model && slot !== undefined && (
        <>
          <Setting>
            <ModelNameField key={slot} model={model} />
          </Setting>
          <Setting>
            <KeyField key={`key:${slot}`} model={model} slot={slot} />
          </Setting>
          <Setting>
            <HeadersField key={`headers:${slot}`} />
          </Setting>
        </>
      )}
      <CallingSettings />
      {slot !== undefined && <StrictSetting />}
      {id === 'careless' && <CarelessSettings />}
      {(id === 'scripted' || id === 'careless') && (
        <SettingRow title={text('speed')} explains={text('speedExplains')}>
          <Pick
            label={text('speed')}
            value={options.speed ?? 'fast'}
            options={speeds}
            onPick={(speed) => act((client) => client.setOptions({ speed }))}
          />
        </SettingRow>
      )}
    </>
  );
}

function StrictSetting() {
  const text = useText('settings');
  const act = useAct();
  const strict = useClientState((state) => state.options.strict) ?? false;
  return (
    <SettingRow title={text('strict')} explains={text('strictExplains')}>
      <Switch
        label={text('strict')}
        on={strict}
        onSwitch={(on) => act((client) => client.setOptions({ strict: on }))}
      />
    </SettingRow>
  );
}

function CallingSettings() {
  const text = useText('settings');
  const [toolModes, details] = [useChoices(TOOL_MODES), useText('choiceDetails')];
  const autoDialect = useText('choices')('dialectAuto');
  const act = useAct();
  const options = useClientState((state) => state.options);
  const chosen = options.toolMode ?? 'auto';
  const { mode, dialect: used } = callingOf(options, modelNameOf(options));
  const dialect = DIALECTS.find(({ id }) => id === used)?.title ?? used;
  const explains = details(TOOL_MODE_DETAILS[chosen]);
  return (
    <>
      <SettingRow
        title={text('calls')}
        explains={chosen === 'auto' ? text('callsExplainsAuto', { explains, mode }) : explains}
      >
        <Pick
          label={text('calls')}
          value={chosen}
          options={toolModes}
          onPick={(toolMode) => act((client) => client.setOptions({ toolMode }))}
        />
      </SettingRow>
      <SettingRow
        title={text('dialect')}
        explains={text(mode === 'prompt' ? 'dialectUsed' : 'dialectUnused', { dialect })}
      >
        <Pick
          label={text('dialect')}
          value={options.dialect ?? 'auto'}
          options={DIALECTS.map(({ id, title = autoDialect }) => ({ id, title }))}
          onPick={(picked) => act((client) => client.setOptions({ dialect: picked }))}
        />
      </SettingRow>
    </>
  );
}

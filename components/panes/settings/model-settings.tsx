'use client';

import { modelNameOf } from '@/lib/models/declarations/catalogue';
import { callingOf } from '@/lib/models/declarations/model-table';
import { keySlot } from '@/lib/protocol/keys';
import { Pick } from '../../elements/pick';
import { Switch } from '../../elements/switch';
import { DIALECTS, SPEEDS, TOOL_MODES } from '../../state/catalogue';
import { useAct, useClientState, usePage } from '../../state/page-context';
import { AddressField } from './address-field';
import { CarelessSettings } from './careless-settings';
import { HeadersField } from './headers-field';
import { KeyField } from './key-field';
import { ModelNameField } from './model-name-field';
import { SettingRow } from './setting';

/** Who decides which tools to call, and how. */
export function ModelSettings() {
  const { catalogue } = usePage();
  const act = useAct();
  const options = useClientState((state) => state.options);
  const id = options.model ?? catalogue.models[0]?.id ?? '';
  const model = catalogue.models.find((known) => known.id === id);
  const slot = keySlot(options);
  return (
    <>
      <SettingRow
        title="Model"
        explains="The scripted one plays a scenario and needs no key; the careless one errs on the way, and mends what it is told."
      >
        <Pick
          label="Model, in settings"
          value={id}
          options={catalogue.models}
          onPick={(chosen) => act((client) => client.setOptions({ model: chosen, modelName: '', baseURL: '' }))}
        />
      </SettingRow>
      {model?.anywhere && <AddressField key={`address:${id}`} model={model} />}
      {model && slot !== undefined && (
        <>
          <ModelNameField key={slot} model={model} />
          <KeyField key={`key:${slot}`} model={model} slot={slot} />
          <HeadersField key={`headers:${slot}`} />
        </>
      )}
      <CallingSettings />
      {slot !== undefined && <StrictSetting />}
      {id === 'careless' && <CarelessSettings />}
      {(id === 'scripted' || id === 'careless') && (
        <SettingRow title="Speed" explains="How fast it types.">
          <Pick
            label="Speed"
            value={options.speed ?? 'fast'}
            options={SPEEDS}
            onPick={(speed) => act((client) => client.setOptions({ speed }))}
          />
        </SettingRow>
      )}
    </>
  );
}

function StrictSetting() {
  const act = useAct();
  const strict = useClientState((state) => state.options.strict) ?? false;
  return (
    <SettingRow
      title="Strict arguments"
      explains="The provider holds the model to a tool’s schema while it writes, where every field is required."
    >
      <Switch
        label="Strict arguments"
        on={strict}
        onSwitch={(on) => act((client) => client.setOptions({ strict: on }))}
      />
    </SettingRow>
  );
}

function CallingSettings() {
  const act = useAct();
  const options = useClientState((state) => state.options);
  const chosen = options.toolMode ?? 'auto';
  const { mode, dialect } = callingOf(options, modelNameOf(options));
  const auto = mode === 'prompt' ? 'in the prompt' : 'native';
  const explains = TOOL_MODES.find(({ id }) => id === chosen)?.explains ?? '';
  return (
    <>
      <SettingRow title="Calls" explains={chosen === 'auto' ? `${explains} For this one: ${auto}.` : explains}>
        <Pick
          label="Calls"
          value={chosen}
          options={TOOL_MODES}
          onPick={(toolMode) => act((client) => client.setOptions({ toolMode }))}
        />
      </SettingRow>
      <SettingRow
        title="Dialect"
        explains={
          mode === 'prompt'
            ? `Calls are written and read as ${dialect}.`
            : `Used only where calls are made in the prompt; it would be ${dialect}.`
        }
      >
        <Pick
          label="Dialect"
          value={options.dialect ?? 'auto'}
          options={DIALECTS}
          onPick={(picked) => act((client) => client.setOptions({ dialect: picked }))}
        />
      </SettingRow>
    </>
  );
}

import { CARELESS_RATE, SlipKindSchema, type Careless, type SlipKind } from '@/lib/protocol/careless';
import { useAct, useClientState } from '../../state/page-context';
import { SettingRow } from './setting';

const SLIPS: Readonly<Record<SlipKind, string>> = {
  'misspelt-field': 'Misspells a field',
  'invented-field': 'Invents a field',
  'missing-field': 'Leaves out a required field',
  'wrong-type': 'Sends a wrong type',
  'number-as-text': 'Sends a number as text',
  'cut-json': 'Cuts its JSON off',
  'wrong-name': 'Makes up a tool’s name',
  'wrong-tool': 'Takes the wrong one of two tools alike',
  'stale-edit': 'Edits text as it no longer is',
  'ambiguous-match': 'Edits text that stands in several places',
  'too-many-calls': 'Makes a call three times',
};

/** How the careless model errs: a program, no language model, that is the same for the same seed. */
export function CarelessSettings() {
  const act = useAct();
  const careless = useClientState((state) => state.options.careless);
  const { seed = 1, rates } = careless ?? {};
  const set = (change: Careless): void => act((client) => client.setOptions({ careless: { ...careless, ...change } }));
  const rateOf = (kind: SlipKind): number => (rates ? (rates[kind] ?? 0) : CARELESS_RATE);
  /** What nobody chose yet stays as it is when one is chosen. */
  const all = (): Careless['rates'] => Object.fromEntries(SlipKindSchema.options.map((kind) => [kind, rateOf(kind)]));
  return (
    <>
      <SettingRow
        title="Seed"
        explains="The careless model is a program. With the same seed it errs in the same places."
      >
        <Figure label="Seed" value={seed} most={4_294_967_295} step={1} onFigure={(figure) => set({ seed: figure })} />
      </SettingRow>
      <details>
        <summary className="cursor-pointer text-xs text-dim hover:text-text">How often it errs, from 0 to 1</summary>
        <div className="grid gap-1.5 pt-2">
          {SlipKindSchema.options.map((kind) => (
            <SettingRow key={kind} title={SLIPS[kind]}>
              <Figure
                label={SLIPS[kind]}
                value={rateOf(kind)}
                most={1}
                step={0.05}
                onFigure={(figure) => set({ rates: { ...all(), [kind]: figure } })}
              />
            </SettingRow>
          ))}
        </div>
      </details>
    </>
  );
}

function Figure(props: {
  label: string;
  value: number;
  most: number;
  step: number;
  onFigure: (value: number) => void;
}) {
  const { label, value, most, step, onFigure } = props;
  return (
    <input
      type="number"
      aria-label={label}
      min={0}
      max={most}
      step={step}
      value={value}
      onChange={({ target }) => target.validity.valid && target.value !== '' && onFigure(target.valueAsNumber)}
      className="field w-28 text-right font-mono text-xs"
    />
  );
}

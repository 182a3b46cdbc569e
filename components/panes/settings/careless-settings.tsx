import { CARELESS_RATE, SlipKindSchema, type Careless, type SlipKind } from '@/lib/protocol/careless';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';
import { Setting, SettingLine, SettingRow } from './setting';

const SLIPS = {
  'misspelt-field': 'slipMisspeltField',
  'invented-field': 'slipInventedField',
  'missing-field': 'slipMissingField',
  'wrong-type': 'slipWrongType',
  'number-as-text': 'slipNumberAsText',
  'cut-json': 'slipCutJson',
  'wrong-name': 'slipWrongName',
  'wrong-tool': 'slipWrongTool',
  'stale-edit': 'slipStaleEdit',
  'ambiguous-match': 'slipAmbiguousMatch',
  'too-many-calls': 'slipTooManyCalls',
} as const satisfies Readonly<Record<SlipKind, string>>;

/** How the careless model errs: it is a program, not a language model, and repeats itself for the same seed. */
export function CarelessSettings() {
  const text = useText('settings');
  const act = useAct();
  const careless = useClientState((state) => state.options.careless);
  const { seed = 1, rates } = careless ?? {};
  const set = (change: Careless): void => act((client) => client.setOptions({ careless: { ...careless, ...change } }));
  const rateOf = (kind: SlipKind): number => (rates ? (rates[kind] ?? 0) : CARELESS_RATE);
  /** All rates: when one is chosen, the others keep their present values. */
  const all = (): Careless['rates'] => Object.fromEntries(SlipKindSchema.options.map((kind) => [kind, rateOf(kind)]));
  return (
    <>
      <SettingRow title={text('seed')} explains={text('seedExplains')}>
        <Figure
          label={text('seed')}
          value={seed}
          most={4_294_967_295}
          step={1}
          onFigure={(figure) => set({ seed: figure })}
        />
      </SettingRow>
      <Setting>
        <details>
          <summary className="cursor-pointer text-xs text-dim hover:text-text">{text('rates')}</summary>
          <div className="grid gap-1.5 pt-2">
            {SlipKindSchema.options.map((kind) => (
              <SettingLine key={kind} title={text(SLIPS[kind])}>
                <Figure
                  label={text(SLIPS[kind])}
                  value={rateOf(kind)}
                  most={1}
                  step={0.05}
                  onFigure={(figure) => set({ rates: { ...all(), [kind]: figure } })}
                />
              </SettingLine>
            ))}
          </div>
        </details>
      </Setting>
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

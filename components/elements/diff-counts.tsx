import { useText } from '../messages/use-text';

/** Lines added and removed: `+3 −5`. A count of zero is left out. */
export function DiffCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="font-mono whitespace-nowrap">
      <span className="sr-only">{useText('marks')('diffCounts', { added, removed })}</span>
      <span aria-hidden className="inline-flex gap-[1ch]">
        {added > 0 && <span className="text-ok">+{added}</span>}
        {removed > 0 && <span className="text-bad">−{removed}</span>}
      </span>
    </span>
  );
}

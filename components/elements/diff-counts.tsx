/** Lines added and removed: `+3 −5`. */
export function DiffCounts({ added, removed }: { added: number; removed: number }) {
  return (
    <span className="font-mono whitespace-nowrap">
      <span className="sr-only">{`${added} added, ${removed} removed`}</span>
      <span aria-hidden>
        <span className="text-ok">+{added}</span> <span className="text-bad">−{removed}</span>
      </span>
    </span>
  );
}

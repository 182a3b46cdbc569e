/** A sentence in which backticks mark code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <code key={index} className="rounded bg-raised px-1 text-[0.92em] text-text">
        {part}
      </code>
    ),
  );
}

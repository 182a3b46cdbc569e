import { InlineCode } from '../../elements/inline-code';

/** What the shell's own refusals cover; `lib/tools/shell/dangerous commands.ts` finds them. */
const REFUSED = [
  'Deleting, moving or changing the rights of `/`, of a system folder, or of the whole project: `rm -rf /`, `find / -delete`.',
  'Overwriting a disk or memory device: `dd of=/dev/sda`, `shred`, a redirection into it, `mkfs`.',
  'A function that starts itself without end, ending every process, stopping the machine.',
  'Bash with `dangerously_disable_sandbox`.',
];

/** Refusals that no rule and no mode can lift. */
export function AlwaysRefused() {
  return (
    <details className="text-xs">
      <summary className="w-fit cursor-default rounded font-medium">Always refused, whatever the rules say</summary>
      <ul className="mt-1.5 grid list-disc gap-1 pl-4 text-dim">
        {REFUSED.map((text) => (
          <li key={text}>
            <InlineCode text={text} />
          </li>
        ))}
      </ul>
      <p className="mt-1.5 text-dim">
        A command is read as a shell reads it, not as text: <InlineCode text={'`echo "rm -rf /"`'} /> may run, and the
        same deletion behind a variable, a subshell or <code>eval</code> may not.
      </p>
    </details>
  );
}

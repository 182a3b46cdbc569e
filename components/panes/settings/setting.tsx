import type { ReactNode } from 'react';

/** One line of the settings: what it is about, and the control. */
export function SettingRow({ title, explains, children }: { title: string; explains?: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-4">
      <div>
        <p className="font-medium">{title}</p>
        {explains && <p className="text-xs text-dim">{explains}</p>}
      </div>
      {children}
    </div>
  );
}

'use client';

import { FileDiff, FileText, X } from 'lucide-react';
import { cx } from '../../elements/cx';
import { TabStrip } from '../../elements/tab-strip';
import { IconButton } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { useUi } from '../../state/page-context';
import type { EditorTab } from '../../state/ui';
import { MaximizeButton } from './maximize-button';

/** The tabs of open files and changes. */
export function EditorTabs({ titleOf }: { titleOf: (tab: EditorTab) => string }) {
  const text = useText('editor');
  const tabs = useUi((ui) => ui.tabs);
  const active = useUi((ui) => ui.activeTab);
  const preview = useUi((ui) => ui.previewTab);
  const unsaved = useUi((ui) => ui.unsaved);
  const openTab = useUi((ui) => ui.openTab);
  const askToClose = useUi((ui) => ui.askToClose);
  const setFollow = useUi((ui) => ui.setFollow);

  return (
    <TabStrip
      id="editor"
      label={text('open')}
      active={active}
      tabs={tabs.map((tab) => {
        const dirty = tab.kind === 'file' && unsaved.has(tab.path);
        const title = titleOf(tab);
        const Icon = tab.kind === 'file' ? FileText : FileDiff;
        return {
          id: tab.id,
          name: dirty ? text('titleUnsaved', { title }) : title,
          title: (
            <>
              <Icon aria-hidden size={13} className="text-faint" />
              <span className={cx('font-mono text-xs', tab.id === preview && 'italic')}>{title}</span>
              {dirty && <span aria-hidden className="size-[7px] rounded-full bg-text" title={text('unsaved')} />}
            </>
          ),
        };
      })}
      onSelect={(id) => {
        const tab = tabs.find((known) => known.id === id);
        if (!tab) return;
        setFollow(false);
        openTab(tab, tab.id === preview);
      }}
    >
      {active && (
        <>
          <MaximizeButton panel="editor" />
          <IconButton label={text('closeTab')} className="self-center" onClick={() => askToClose(active)}>
            <X aria-hidden size={14} />
          </IconButton>
        </>
      )}
    </TabStrip>
  );
}

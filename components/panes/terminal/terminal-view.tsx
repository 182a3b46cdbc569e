'use client';

import type { Sandbox } from '@/lib/ports';
import { FitAddon } from '@xterm/addon-fit';
import { Terminal, type ITheme } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { useLayoutEffect, useRef } from 'react';
import { usePage } from '../../state/page-context';
import { attachShell } from './attach';
import { noteEdits } from './note-edits';

/** The most characters announced to screen readers at a time. */
const MAX_ANNOUNCED = 4000;

interface TerminalViewProps {
  sandbox: Sandbox;
  /** What was typed before the terminal was there, and whether that had the focus. */
  takeEarly: () => { typed: string; focused: boolean };
}

/** A terminal with a shell in the sandbox. */
export default function TerminalView({ sandbox, takeEarly }: TerminalViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const { client, ui } = usePage();

  // Before the next key: it takes the focus over from where the early ones were typed.
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const terminal = new Terminal({
      fontFamily: "'JetBrains Mono Variable', ui-monospace, Menlo, Consolas, monospace",
      fontSize: 12.5,
      lineHeight: 1.25,
      cursorBlink: false,
      scrollback: 5000,
      theme: pageTheme(),
      screenReaderMode: true,
    });
    const fit = new FitAddon();
    terminal.loadAddon(fit);
    terminal.open(element);
    terminal.textarea?.setAttribute('data-pane-focus', '');
    fit.fit();

    const resized = new ResizeObserver(() => {
      if (element.clientHeight > 0) fit.fit();
    });
    resized.observe(element);
    const themed = new MutationObserver(() => {
      terminal.options.theme = pageTheme();
    });
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const announced = limitAnnounced(terminal);
    const { terminalFolder, openTerminalIn } = ui.getState();
    const edits = noteEdits(sandbox, { client, ui });
    terminal.onData(edits.typed);
    const detach = attachShell(terminal, sandbox, terminalFolder ?? undefined);
    openTerminalIn(null);
    const { typed, focused } = takeEarly();
    if (typed !== '') terminal.input(typed.replaceAll('\n', '\r'));
    if (focused) terminal.focus();
    const unfollow = ui.subscribe(({ terminalFolder: folder }) => {
      if (folder === null) return;
      openTerminalIn(null);
      // Ctrl-U clears what is already on the line.
      terminal.input(`\x15cd ${quoted(folder)}\r`);
      terminal.focus();
    });
    return () => {
      unfollow();
      edits.end();
      detach();
      announced?.disconnect();
      themed.disconnect();
      resized.disconnect();
      terminal.dispose();
    };
  }, [sandbox, client, ui, takeEarly]);

  return <div ref={place} className="min-h-0 flex-1 overflow-hidden py-1 pl-3" />;
}

/** A path quoted as one word of a command line. */
const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`;

/** xterm limits announced text by lines only: output without line breaks would grow until the page freezes. */
function limitAnnounced(terminal: Terminal): MutationObserver | undefined {
  const region = terminal.element?.querySelector('.live-region');
  if (!region) return undefined;
  const observer = new MutationObserver(() => {
    if ((region.textContent?.length ?? 0) > MAX_ANNOUNCED) region.textContent = '';
  });
  observer.observe(region, { childList: true });
  return observer;
}

function pageTheme(): ITheme {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    background: colour('bg'),
    foreground: colour('text'),
    cursor: colour('accent'),
    cursorAccent: colour('bg'),
    selectionBackground: `${colour('accent')}55`,
    black: colour('raised'),
    brightBlack: colour('faint'),
    red: colour('bad'),
    brightRed: colour('bad'),
    green: colour('ok'),
    brightGreen: colour('ok'),
    yellow: colour('wait'),
    brightYellow: colour('wait'),
    blue: colour('accent'),
    brightBlue: colour('accent'),
    magenta: colour('deny'),
    brightMagenta: colour('deny'),
    cyan: colour('run'),
    brightCyan: colour('run'),
    white: colour('dim'),
    brightWhite: colour('text'),
  };
}

import type { Denial } from '@/lib/protocol';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { saveSessionText } from './session-text';
import type { DetailPane } from './detail-panes';
import type { ProjectCommand } from './project-commands';

/** A part of a link with an unknown value. */
export interface LinkIssue {
  readonly part: 'scenario' | 'model' | 'preset' | 'toolMode' | 'dialect' | 'speed' | 'mode' | 'sandbox' | 'pane';
  /** The unknown value, shortened for display. */
  readonly value: string;
}

/** An editor tab: a file, one call's change, or the thread's changes to one file. */
export type EditorTab = { id: string; path: string } & (
  | { kind: 'file' }
  | { kind: 'diff'; callId: string }
  /** The change that a waiting call would make. */
  | { kind: 'preview'; callId: string }
  | { kind: 'change' }
);

export const fileTab = (path: string): EditorTab => ({ id: `file:${path}`, kind: 'file', path });
export const diffTab = (callId: string, path: string): EditorTab => ({
  id: `diff:${callId}`,
  kind: 'diff',
  callId,
  path,
});
export const previewTab = (callId: string, path: string): EditorTab => ({
  id: `preview:${callId}`,
  kind: 'preview',
  callId,
  path,
});
export const changeTab = (path: string): EditorTab => ({ id: `change:${path}`, kind: 'change', path });

/** A call that has not been made yet: a tool's name and the JSON text of its arguments. */
export interface DraftCall {
  readonly name: string;
  readonly args: string;
  /** How it was denied when a model made it. */
  readonly denial?: Denial;
}
/** A turn of a thread, identified by its start, milliseconds. */
export interface TurnRef {
  readonly threadId: string;
  readonly startedAt: number;
  /** A person comes from one of its calls: what the model wrote is shown first if calls were read from it. */
  readonly fromCall?: true;
}

/** What was said and is not known to be in the log, by the id of its message. */
export interface Said {
  readonly id: string;
  readonly text: string;
  /** The thread that it is for; empty if that has not begun. */
  readonly thread: string;
  /** It waits for the client, the client has it, it did not get through, or a reload has left it and the log may have it. */
  readonly at: 'waiting' | 'sent' | 'unsent' | 'left';
}

export type DialogName =
  | 'palette'
  | 'scenarios'
  | 'settings'
  | 'keys'
  | 'unsaved'
  | 'reset'
  | 'run-again'
  | 'threads'
  | 'cassette';

/** What a person leaves a thread for: a run, another scenario, or a new thread. */
export type Leaving =
  | { readonly to: 'run'; readonly scenario: string | undefined }
  | { readonly to: 'scenario'; readonly scenario: string }
  | { readonly to: 'thread' };

/** Panels that can have the whole middle column. */
export type TallPanel = 'editor' | 'details';

export interface UiState {
  /** Parts of the link with unknown values; cleared once something is begun. */
  linkIssues: readonly LinkIssue[];
  /** The initial text of the message field. */
  say: string;
  /** The text in the message field; this tab keeps it over a reload. */
  typed: string;
  /** What was said and the log is not known to have, oldest first. */
  said: readonly Said[];
  tabs: readonly EditorTab[];
  activeTab: string | null;
  /** The tab that the next preview replaces. */
  previewTab: string | null;
  /** Paths with unsaved text. */
  unsaved: ReadonlySet<string>;
  /** The tab whose closing a person must confirm, because it has unsaved text. */
  closing: string | null;
  detail: DetailPane;
  /** The panel that has the whole column, as far as the other panels allow. */
  tall: TallPanel | null;
  /** The terminal has been opened once, so its shell stays alive while other tabs are shown. */
  terminalOpened: boolean;
  /** The folder that the terminal should change to; null once it has. */
  terminalFolder: string | null;
  /** The paths that a person's commands changed in the open thread, as far as this page has seen. */
  terminalEdits: ReadonlySet<string>;
  /** What the file tree should do; null once it has begun. */
  projectCommand: ProjectCommand | null;
  selectedCall: string | null;
  /** The tool whose contract is shown. */
  contractTool: string | null;
  /** The call that a person wants to try with other arguments; `later` if they look at the contract first. */
  draft: (DraftCall & { readonly later?: true }) | null;
  /** The store that is shown. */
  store: string | null;
  /** The turn whose request is to be shown; null once another pane is shown. */
  askedTurn: TurnRef | null;
  /** The call that the policy pane was last asked about from elsewhere. */
  asked: DraftCall | null;
  /** The page follows the agent until a person looks at something else. */
  follow: boolean;
  dialog: DialogName | null;
  /** What a person is leaving their edits for. */
  leavingFor: Leaving | null;
  /** A file that a person dropped on the page, presumably a cassette. */
  offeredFile: File | null;
  /** How many threads the page has left. */
  left: number;
  /** The thread that a run has left for one of its own; null once a person has seen that, or is elsewhere. */
  cameFrom: string | null;
  /** A person has folded the editor to one line. Only a person unfolds it: what the agent does moves no panel. */
  editorFolded: boolean;
  sidebar: boolean;
}

/** What the page shows, as opposed to what the agent did. */
export interface Ui extends UiState {
  /** Sets the text in the message field. */
  type(text: string): void;
  /** Opens a tab for a person and makes it visible: a folded editor unfolds, details that fill the column shrink again. */
  openTab(tab: EditorTab, preview?: boolean): void;
  /** Shows a tab as a preview, as long as the agent is followed. */
  followTab(tab: EditorTab): void;
  closeTab(id: string): void;
  /** Closes a tab; asks first if that would lose text. */
  askToClose(id: string): void;
  setUnsaved(path: string, unsaved: boolean): void;
  showDetail(detail: DetailPane): void;
  /** Opens the terminal in a folder; null once it is there. */
  openTerminalIn(folder: string | null): void;
  noteTerminalEdits(paths: ReadonlySet<string>): void;
  /** Asks before a person's edits are left. */
  askToLeave(leavingFor: Leaving): void;
  /** Has the file tree, which is shown for it, do something; null once it has begun. */
  askOfProject(command: ProjectCommand | null): void;
  toggleTall(panel: TallPanel): void;
  /** Selects a call for a person and makes it visible; the selection no longer follows the agent. */
  selectCall(callId: string): void;
  /** Selects a call as long as the agent is followed. */
  followCall(callId: string): void;
  /** Chooses the tool whose contract is shown. */
  chooseTool(name: string): void;
  /** Opens the contract of a tool. */
  openContract(name: string, args?: string): void;
  /** Opens the tester of a tool with a call to begin with; it fills the column, so that the result is visible too. */
  tryCall(call: DraftCall): void;
  /** Opens the stores pane on one store. */
  showStore(id: string): void;
  /** Opens the requests pane on a turn's request. */
  showRequest(turn: TurnRef): void;
  /** Opens the policy pane on a call. */
  askWhy(call: DraftCall): void;
  setFollow(follow: boolean): void;
  openDialog(dialog: DialogName | null): void;
  /** Opens the cassette dialog with a file. */
  offerFile(file: File): void;
  toggleSidebar(): void;
  /** Resets what belonged to the thread that was left, except unsaved text; `files` stay open where its project does. */
  reset(stay?: 'files'): void;
}

/** Where this tab keeps what is typed. */
export const TYPED = 'message';

const initial: UiState = {
  linkIssues: [],
  say: '',
  typed: '',
  said: [],
  tabs: [],
  activeTab: null,
  previewTab: null,
  unsaved: new Set(),
  closing: null,
  detail: 'call',
  tall: null,
  terminalOpened: false,
  terminalFolder: null,
  terminalEdits: new Set(),
  projectCommand: null,
  selectedCall: null,
  contractTool: null,
  draft: null,
  store: null,
  askedTurn: null,
  asked: null,
  follow: true,
  dialog: null,
  leavingFor: null,
  offeredFile: null,
  left: 0,
  cameFrom: null,
  editorFolded: false,
  sidebar: true,
};

export const createUi = (start: Partial<UiState> = {}): StoreApi<Ui> =>
  createStore<Ui>((set) => ({
    ...initial,
    ...start,
    type: (typed) => {
      set({ typed });
      saveSessionText(TYPED, typed);
    },
    openTab: (tab, preview = false) =>
      set((ui) => ({
        ...openTab(ui, tab, preview),
        editorFolded: false,
        ...(ui.tall === 'details' && { tall: null }),
      })),
    followTab: (tab) => set((ui) => openTab(ui, tab, true)),
    closeTab: (id) => set((ui) => closeTab(ui, id)),
    askToClose: (id) => set((ui) => (isUnsaved(ui, id) ? { dialog: 'unsaved', closing: id } : closeTab(ui, id))),
    setUnsaved: (path, unsaved) =>
      set((ui) => {
        if (ui.unsaved.has(path) === unsaved) return ui;
        const next = new Set(ui.unsaved);
        if (unsaved) next.add(path);
        else next.delete(path);
        // A tab that a person has edited is no longer a preview: only the person closes it.
        return { unsaved: next, ...(ui.previewTab === fileTab(path).id && { previewTab: null }) };
      }),
    showDetail: (detail) =>
      set((ui) => ({ detail, askedTurn: null, terminalOpened: ui.terminalOpened || detail === 'terminal' })),
    noteTerminalEdits: (paths) => set((ui) => ({ terminalEdits: new Set([...ui.terminalEdits, ...paths]) })),
    askToLeave: (leavingFor) => set({ dialog: 'run-again', leavingFor }),
    askOfProject: (projectCommand) => set({ projectCommand, ...(projectCommand !== null && { sidebar: true }) }),
    openTerminalIn: (terminalFolder) =>
      set(terminalFolder === null ? { terminalFolder } : { terminalFolder, detail: 'terminal', terminalOpened: true }),
    toggleTall: (panel) =>
      set((ui) => ({ tall: ui.tall === panel ? null : panel, ...(panel === 'editor' && { editorFolded: false }) })),
    selectCall: (selectedCall) => set({ selectedCall, detail: 'call', follow: false }),
    followCall: (selectedCall) => set((ui) => (ui.selectedCall === selectedCall ? ui : { selectedCall })),
    chooseTool: (contractTool) => set({ contractTool, draft: null }),
    openContract: (name, args) =>
      set({ contractTool: name, draft: args === undefined ? null : { name, args, later: true }, detail: 'contract' }),
    tryCall: (draft) => set({ contractTool: draft.name, draft, detail: 'contract', tall: 'details' }),
    showStore: (store) => set({ store, detail: 'stores' }),
    showRequest: (askedTurn) => set({ askedTurn, detail: 'requests' }),
    askWhy: (asked) => set({ asked, detail: 'policy' }),
    setFollow: (follow) => set({ follow, ...(follow && { detail: 'call' }) }),
    openDialog: (dialog) => set({ dialog, offeredFile: null }),
    offerFile: (offeredFile) => set({ dialog: 'cassette', offeredFile }),
    toggleSidebar: () => set((ui) => ({ sidebar: !ui.sidebar })),
    reset: (stay) =>
      set((ui) => {
        const tabs = ui.tabs.filter(({ id, kind }) => isUnsaved(ui, id) || (stay === 'files' && kind === 'file'));
        const active = tabs.find(({ id }) => id === ui.activeTab) ?? tabs[0];
        const left = ui.left + 1;
        const linkIssues: readonly LinkIssue[] = [];
        return {
          linkIssues,
          ...(stay !== 'files' && { terminalEdits: new Set<string>() }),
          tabs,
          activeTab: active?.id ?? null,
          previewTab: null,
          selectedCall: null,
          askedTurn: null,
          follow: true,
          left,
          cameFrom: null,
        };
      }),
  }));

const isUnsaved = (ui: UiState, id: string): boolean =>
  ui.tabs.some((tab) => tab.id === id && tab.kind === 'file' && ui.unsaved.has(tab.path));

function openTab(ui: UiState, tab: EditorTab, preview: boolean): Partial<UiState> {
  if (ui.tabs.some(({ id }) => id === tab.id)) {
    return { activeTab: tab.id, ...(!preview && ui.previewTab === tab.id && { previewTab: null }) };
  }
  const kept = ui.tabs.filter(({ id }) => !preview || id !== ui.previewTab);
  return { tabs: [...kept, tab], activeTab: tab.id, previewTab: preview ? tab.id : ui.previewTab };
}

function closeTab(ui: UiState, id: string): Partial<UiState> {
  const index = ui.tabs.findIndex((tab) => tab.id === id);
  if (index < 0) return ui;
  const tabs = ui.tabs.toSpliced(index, 1);
  const neighbour = tabs[index] ?? tabs[index - 1];
  return {
    tabs,
    activeTab: ui.activeTab === id ? (neighbour?.id ?? null) : ui.activeTab,
    previewTab: ui.previewTab === id ? null : ui.previewTab,
  };
}

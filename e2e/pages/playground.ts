import { expect, type Locator, type Page } from '@playwright/test';
import { Agents } from './agents';
import { ApprovalCard } from './approval-card';
import { PlanCard, QuestionCard } from './asked-cards';
import { CallPane } from './call-pane';
import { ContractPane } from './contract-pane';
import { EditorPane } from './editor-pane';
import { HooksPane } from './hooks-pane';
import { PolicyPane } from './policy-pane';
import { RequestsPane } from './requests-pane';
import { StoresPane } from './stores-pane';
import { TerminalPane } from './terminal-pane';
import { TimelinePane } from './timeline-pane';

/** The parts of a link to the page. */
export interface Link {
  scenario?: string;
  sandbox?: 'embedded' | 'webcontainer' | 'auto';
  speed?: 'instant' | 'fast' | 'typing';
  mode?: 'default' | 'acceptEdits' | 'bypassPermissions';
  model?: string;
  modelName?: string;
  baseURL?: string;
  toolMode?: 'auto' | 'native' | 'prompt';
  dialect?: string;
  preset?: string;
  thread?: string;
  pane?: 'requests' | 'contract' | 'policy' | 'hooks' | 'stores';
  tool?: string;
  store?: string;
}

/** The states of a call's card, in the page's words. */
export type CallState =
  | 'streaming'
  | 'queued'
  | 'invalid'
  | 'waiting for you'
  | 'running'
  | 'succeeded'
  | 'failed'
  | 'denied'
  | 'stopped';

/** The page as a person sees it. */
export class Playground {
  readonly approval: ApprovalCard;
  readonly plan: PlanCard;
  readonly questions: QuestionCard;
  readonly stores: StoresPane;
  readonly agents: Agents;
  readonly editor: EditorPane;
  readonly call: CallPane;
  readonly terminal: TerminalPane;
  readonly contract: ContractPane;
  readonly policy: PolicyPane;
  readonly hooks: HooksPane;
  readonly requests: RequestsPane;
  readonly timeline: TimelinePane;

  constructor(readonly page: Page) {
    this.approval = new ApprovalCard(page);
    this.plan = new PlanCard(page);
    this.questions = new QuestionCard(page);
    this.stores = new StoresPane(page);
    this.agents = new Agents(page, this.stores);
    this.editor = new EditorPane(page);
    this.call = new CallPane(page);
    this.terminal = new TerminalPane(page);
    this.contract = new ContractPane(page);
    this.policy = new PolicyPane(page);
    this.hooks = new HooksPane(page);
    this.requests = new RequestsPane(page);
    this.timeline = new TimelinePane(page);
  }

  async open(link: Link = {}): Promise<void> {
    const query = new URLSearchParams(Object.entries({ speed: 'instant', ...link }));
    await this.page.goto(`/?${query.toString()}`);
    await this.ready();
  }

  /** Waits until the playground is interactive. A link may still be leading to it: other pages have a header, too. */
  async ready(): Promise<void> {
    await expect.poll(() => new URL(this.page.url()).pathname).toBe('/');
    await this.interactive();
  }

  /** Waits until the page, whichever it is, is interactive and idle: an earlier click or key would be lost. */
  async interactive(): Promise<void> {
    const run = this.page.getByRole('banner').getByRole('button').last();
    await expect
      .poll(() => run.evaluate((button) => Object.keys(button).some((key) => key.startsWith('__reactFiber'))))
      .toBe(true);
    // React attaches to the buttons before it listens to them.
    await this.page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  }

  /** The link to the open thread, once there is one. */
  async link(): Promise<string> {
    await expect(this.page).toHaveURL(/[?&]thread=./);
    return this.page.url();
  }

  /** The open thread's id in the address bar. */
  get thread(): string | null {
    return new URL(this.page.url()).searchParams.get('thread');
  }

  /** Presses the header's Run. */
  async run(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: /^Run/ }).click();
  }

  async stop(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: /^Stop/ }).click();
  }

  async say(text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Message' }).fill(text);
    await this.page.getByRole('button', { name: 'Send', exact: true }).click();
  }

  /** The button that names the scenario and opens the list of scenarios. */
  get scenario(): Locator {
    return this.page.getByRole('banner').getByRole('button', { name: /^Scenario: / });
  }

  /** Opens the list of scenarios and chooses the first match. */
  async chooseScenario(words: string): Promise<void> {
    await this.scenario.click();
    const dialog = this.page.getByRole('dialog', { name: 'Scenarios' });
    await dialog.getByRole('combobox').fill(words);
    await dialog.getByRole('option').first().click();
    await expect(dialog).toBeHidden();
  }

  /** The current activity in the status bar. */
  get status(): Locator {
    return this.page.getByRole('contentinfo').getByRole('status');
  }

  get sandbox(): Locator {
    return this.page.getByRole('contentinfo').getByRole('group', { name: 'Sandbox' });
  }

  /** The state of the files in the status bar. */
  get workspace(): Locator {
    return this.page.getByRole('contentinfo').getByRole('group', { name: 'Workspace' });
  }

  get messages(): Locator {
    return this.page.getByRole('log', { name: 'Messages' });
  }

  pane(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  get files(): Locator {
    return this.page.getByRole('tree', { name: 'Project files' });
  }

  /** A row of the tree: a text is its whole name with its mark. */
  file(name: string | RegExp): Locator {
    return this.files.getByRole('treeitem', { name, exact: true });
  }

  /** The cards of a tool's calls in one state, in call order. */
  cards(tool: string, state: CallState): Locator {
    return this.messages.getByRole('article', { name: `${tool}, ${state}`, exact: true });
  }

  get allCards(): Locator {
    return this.messages.getByRole('article');
  }

  /** Opens a scenario and runs it to its end, asking nobody. */
  async play(scenario: string): Promise<void> {
    await this.open({ scenario, mode: 'bypassPermissions' });
    await this.run();
    await this.waitForEnd();
  }

  /** Runs a scenario with a refused call, whose tool it names, and opens the issues of that call. */
  async openIssuesOfRefusedCall(scenario = 'validation', tool = 'Grep'): Promise<void> {
    await this.play(scenario);
    await this.cards(tool, 'invalid').getByRole('button').first().click();
  }

  /** Opens the palette and runs the first matching command. */
  async command(words: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('combobox').fill(words);
    await dialog.getByRole('option', { name: words }).first().click();
  }

  /** Selects a tab below the editor. */
  async show(
    tab: 'Call' | 'Terminal' | 'Events' | 'Requests' | 'Contract' | 'Policy' | 'Hooks' | 'State',
  ): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  }

  /** Gives the panes below the editor the whole column. */
  async enlargeDetails(): Promise<void> {
    await this.page.getByRole('button', { name: 'Maximize this panel' }).click();
  }

  async waitForEnd(): Promise<void> {
    await expect(this.status).toHaveText('Done', { timeout: 90_000 });
  }

  /** Expects that every call has its one result: no card is still pending. */
  async expectAllResolved(): Promise<void> {
    const open = this.messages.getByRole('article', { name: /(?<!, (succeeded|failed|invalid|denied|stopped))$/ });
    await expect(this.allCards).not.toHaveCount(0);
    await expect(open).toHaveCount(0);
  }
}

import call from './areas/call';
import cassette from './areas/cassette';
import choiceDetails from './areas/choice-details';
import compare from './areas/compare';
import contract from './areas/contract';
import errorHints from './areas/error-hints';
import events from './areas/events';
import fileTabs from './areas/file-tabs';
import hookAnswers from './areas/hook-answers';
import hookEvents from './areas/hook-events';
import hookExamples from './areas/hook-examples';
import hooks from './areas/hooks';
import keys from './areas/keys';
import linkIssues from './areas/link-issues';
import marks from './areas/marks';
import palette from './areas/palette';
import policy from './areas/policy';
import presets from './areas/presets';
import project from './areas/project';
import projectDialogs from './areas/project-dialogs';
import requests from './areas/requests';
import scenarios from './areas/scenarios';
import settings from './areas/settings';
import storeViews from './areas/store-views';
import tester from './areas/tester';
import thread from './areas/thread';
import threads from './areas/threads';
import timeline from './areas/timeline';
import tools from './areas/tools';
import workshop from './areas/workshop';
import workshopTemplates from './areas/workshop-templates';
import yourTurn from './areas/your-turn';

/** Messages of dialogs, and of panes that load when first shown. */
export default {
  call,
  cassette,
  choiceDetails,
  compare,
  contract,
  errorHints,
  events,
  fileTabs,
  hookAnswers,
  hookEvents,
  hookExamples,
  hooks,
  keys,
  linkIssues,
  marks,
  palette,
  policy,
  presets,
  project,
  projectDialogs,
  requests,
  scenarios,
  settings,
  storeViews,
  tester,
  thread,
  threads,
  timeline,
  tools,
  workshop,
  workshopTemplates,
  yourTurn,
};

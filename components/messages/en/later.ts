import call from './areas/call';
import cassette from './areas/cassette';
import keys from './areas/keys';
import palette from './areas/palette';
import requests from './areas/requests';
import scenarios from './areas/scenarios';
import settings from './areas/settings';
import thread from './areas/thread';
import threads from './areas/threads';
import timeline from './areas/timeline';
import yourTurn from './areas/your-turn';

/** What dialogs need, and panes that load when they are shown. */
export default { call, cassette, keys, palette, requests, scenarios, settings, thread, threads, timeline, yourTurn };

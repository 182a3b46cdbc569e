import cassette from './areas/cassette';
import keys from './areas/keys';
import requests from './areas/requests';
import settings from './areas/settings';
import yourTurn from './areas/your-turn';

/** What dialogs need, and panes that load when they are shown. */
export default { cassette, keys, requests, settings, yourTurn };

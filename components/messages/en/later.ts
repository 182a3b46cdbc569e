import keys from './areas/keys';
import settings from './areas/settings';
import terminal from './areas/terminal';

/** What dialogs need, and panes that load when they are shown. */
export default { keys, settings, terminal };

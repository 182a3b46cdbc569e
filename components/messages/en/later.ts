import settings from './areas/settings';

/** What dialogs need, and panes that load when they are shown. */
export default { settings };

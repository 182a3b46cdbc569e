import choices from './areas/choices';
import page from './areas/page';

/** What the first paint of a page needs. */
export default { choices, page };

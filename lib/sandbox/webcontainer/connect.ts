import { setupConnect } from '@webcontainer/api/connect';

/** The script of `/webcontainer/connect/…`, which a preview in a tab of its own opens to reach the container. */
setupConnect();

// A run was once called a leg: clients built then still stop one here.
export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';
export { DELETE } from '../run/route';

import type { Team, TeamStore } from '@/lib/ports';
import { z } from 'zod';
import { openPersisted } from './persisted';
import type { KeyValue } from './database';

const TeamsSchema = z.array(z.object({ name: z.string(), members: z.array(z.string()) }));

/** The teams of a thread's agents, kept in this browser. */
export async function openTeams(table: KeyValue, threadId: string): Promise<TeamStore> {
  const kept = await openPersisted<readonly Team[]>(table, `teams:${threadId}`, TeamsSchema, []);
  const get = (name: string) => kept.value.find((team) => team.name === name);
  return {
    get value() {
      return kept.value;
    },
    subscribe: kept.subscribe,
    get,
    async create(team) {
      if (get(team.name)) return false;
      await kept.set([...kept.value, team]);
      return true;
    },
    async join(name, member) {
      const team = get(name);
      if (!team) return false;
      const joined = { ...team, members: [...new Set([...team.members, member])] };
      await kept.set(kept.value.map((known) => (known === team ? joined : known)));
      return true;
    },
    async remove(name) {
      if (!get(name)) return false;
      await kept.set(kept.value.filter((team) => team.name !== name));
      return true;
    },
  };
}

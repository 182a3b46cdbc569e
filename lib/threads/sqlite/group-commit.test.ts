import Database from 'libsql';
import { expect, it, vi } from 'vitest';
import { GroupCommit, atomically } from './changes';
import { readNumber } from './schema';

function notes() {
  const db = new Database(':memory:');
  db.exec('create table notes (text unique)');
  const exec = vi.spyOn(db, 'exec');
  const commits = new GroupCommit(
    (work) => atomically(db, work),
    async (work) => work(),
  );
  return {
    commits,
    write: (text: string) => commits.change(() => db.prepare('insert into notes values (?)').run(text).changes),
    count: () => readNumber(db.prepare('select count(*) as notes from notes').get(), 'notes'),
    committed: () => exec.mock.calls.filter(([sql]) => sql === 'commit').length,
  };
}

it('commits once what comes in one turn of the event loop, in order', async () => {
  const { write, count, committed } = notes();
  const order: string[] = [];
  await Promise.all(['a', 'b', 'c'].map((text) => write(text).then(() => order.push(text))));
  expect([order.join(''), count(), committed()]).toEqual(['abc', 3, 1]);
  await write('d');
  expect([count(), committed()]).toEqual([4, 2]);
});

it('refuses what cannot be done, and does what came with it', async () => {
  const { write, count } = notes();
  const settled = await Promise.allSettled(['a', 'b', 'a', 'c'].map((text) => write(text)));
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
  expect(count()).toBe(3);
});

it('takes no more at once than a turn may hold, and loses none', async () => {
  const { write, count, committed } = notes();
  await Promise.all(Array.from({ length: 200 }, (_, index) => write(String(index))));
  expect(count()).toBe(200);
  expect(committed()).toBeGreaterThan(1);
});

it('has told of those that fill a commit before more is asked for', async () => {
  const { write } = notes();
  const told: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    void write(String(index)).then(() => told.push(index));
    await Promise.resolve();
  }
  expect(told.length).toBeGreaterThan(80);
});

it('lets others have their turn between those that write much, and keeps their order', async () => {
  const { commits } = notes();
  const order: string[] = [];
  const write = (name: string, bytes: number) => commits.change(() => order.push(name), bytes);
  const all = ['a', 'b', 'c'].map((name) => write(name, 400_000));
  const few = Array.from({ length: 8 }, () => write('d', 0));
  setImmediate(() => order.push('others'));
  await Promise.all([...all, ...few]);
  expect(order.slice(0, 4)).toEqual(['a', 'others', 'b', 'c']);
});

it('takes no more at once where much waits, either', async () => {
  const sizes: number[] = [];
  const commits = new GroupCommit(
    (work) => {
      const done = work();
      sizes.push(Array.isArray(done) ? done.length : 1);
      return done;
    },
    async (work) => work(),
  );
  const all = [400_000, 400_000, ...Array.from({ length: 100 }, () => 10)];
  await Promise.all(all.map((bytes) => commits.change(() => undefined, bytes)));
  expect(sizes.reduce((sum, size) => sum + size)).toBe(102);
  expect(Math.max(...sizes)).toBe(3);
});

it('acknowledges nothing before the commit', async () => {
  const { commits, write, count } = notes();
  const written = write('a');
  expect(count()).toBe(0);
  commits.flush();
  expect(count()).toBe(1);
  await written;
});

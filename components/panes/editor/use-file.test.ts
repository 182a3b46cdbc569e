import { describe, expect, it } from 'vitest';
import { afterEdit, afterRead, type EditedFile } from './use-file';

const clean: EditedFile = { disk: 'a', text: 'a', dirty: false, conflict: false, problem: undefined };

describe('a file open in the editor', () => {
  it('follows the sandbox while nobody has changed it', () => {
    expect(afterRead(clean, 'b')).toEqual({ ...clean, disk: 'b', text: 'b' });
  });

  it('keeps what a person wrote, and says that the file has changed', () => {
    expect(afterRead(afterEdit(clean, 'mine'), 'b')).toMatchObject({
      text: 'mine',
      disk: 'b',
      dirty: true,
      conflict: true,
    });
  });

  it('is no conflict when it was only read again', () => {
    expect(afterRead(afterEdit(clean, 'mine'), 'a')).toMatchObject({ text: 'mine', dirty: true, conflict: false });
  });

  it('is settled when both came to the same text', () => {
    expect(afterRead(afterEdit(clean, 'b'), 'b')).toMatchObject({ text: 'b', dirty: false, conflict: false });
  });

  it('is clean again once the change is undone', () => {
    expect(afterEdit(afterEdit(clean, 'mine'), 'a')).toMatchObject({ dirty: false });
  });
});

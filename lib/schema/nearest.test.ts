import { describe, expect, it } from 'vitest';
import { nearest } from './nearest';

const FIELDS = ['file_path', 'old_string', 'new_string', 'replace_all'];

describe('nearest', () => {
  it.each([
    ['Path', 'file_path'],
    ['filePath', 'file_path'],
    ['FILE_PATH', 'file_path'],
    ['file_pth', 'file_path'],
    ['oldString', 'old_string'],
    ['old_str', 'old_string'],
    ['newstring', 'new_string'],
    ['replace', 'replace_all'],
    ['zzz', undefined],
    ['', undefined],
  ])('%s means %s', (name, meant) => {
    expect(nearest(name, FIELDS)).toBe(meant);
  });

  it.each([
    ['unti', 'unit'],
    ['tetx', 'text'],
    ['ptah', 'path'],
    ['nmae', 'name'],
    ['limti', 'limit'],
    ['fiel_path', 'file_path'],
    ['tx', undefined],
  ])('%s has two letters swapped: %s', (name, meant) => {
    expect(nearest(name, ['unit', 'text', 'path', 'name', 'limit', 'file_path'])).toBe(meant);
  });

  it('does not compare endless names', () => {
    expect(nearest('x'.repeat(100_000), ['x'.repeat(100_000)])).toBeUndefined();
  });

  it('has nothing to say without candidates', () => {
    expect(nearest('Path', [])).toBeUndefined();
  });
});

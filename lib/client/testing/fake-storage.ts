/** `localStorage` in memory. */
export function createFakeStorage(values: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(values));
  return {
    get length() {
      return map.size;
    },
    clear: () => map.clear(),
    getItem: (name) => map.get(name) ?? null,
    key: () => null,
    removeItem: (name) => void map.delete(name),
    setItem: (name, value) => void map.set(name, value),
  };
}

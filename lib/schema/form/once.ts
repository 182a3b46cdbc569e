/** A function of an object that is worked out once for each, and forgotten with it. */
export function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let made = known.get(key);
    if (!made) known.set(key, (made = { value: make(key) }));
    return made.value;
  };
}

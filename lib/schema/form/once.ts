/** Memoises a function of an object in a `WeakMap`. */
export function once<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let made = known.get(key);
    if (!made) known.set(key, (made = { value: make(key) }));
    return made.value;
  };
}

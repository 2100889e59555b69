/** Counts how often the fields of objects are read, as a measure of work that needs no clock. */
export function createReadCounter() {
  let reads = 0;
  return {
    reads: () => reads,
    /** Returns the object with counted fields. */
    counted: <Fields extends object>(fields: Fields): Fields =>
      new Proxy(fields, {
        get: (target, name) => {
          reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      }),
  };
}
